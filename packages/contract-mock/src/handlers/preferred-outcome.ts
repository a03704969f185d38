import { type ContractRoute, documentedSchemaOf } from '@contract-kit/contract-testing/generating';
import { ApiError, type Vocabulary } from '@contract-kit/http-spec';
import { isRecord, isZodSchema } from '@contract-kit/openapi/schemas';
import { successesOf } from '../contract/shapes.ts';
import type { State } from '../records/state.ts';

/** Longest delay a request may choose, in milliseconds. */
export const maxLatencyMs = 10_000;

/** The preferences of a request (RFC 7240) by name; the first of each name wins. */
export function preferencesOf(field: string | undefined): ReadonlyMap<string, string> {
  const preferences = new Map<string, string>();
  for (const part of (field ?? '').split(',')) {
    const [, name, quoted, token] = /^\s*([\w-]+)\s*=\s*(?:"([^"]*)"|([^\s;"]*))/.exec(part) ?? [];
    if (name !== undefined && !preferences.has(name.toLowerCase())) {
      preferences.set(name.toLowerCase(), quoted ?? token ?? '');
    }
  }
  return preferences;
}

export interface OutcomeOptions {
  readonly route: ContractRoute;
  readonly vocabulary: Vocabulary;
  readonly state: State;
}

/**
 * The outcome selected with `Prefer: code=…`: a status the operation declares, or one of its error codes.
 *
 * @returns the status of a success; null when it prefers none.
 * @throws ApiError the selected error, or `bad_request` for one the operation does not declare.
 */
export function preferredOutcome(preferences: ReadonlyMap<string, string>, options: OutcomeOptions): number | null {
  const wanted = preferences.get('code');
  if (wanted === undefined) return null;
  const { route, vocabulary } = options;
  const successes = successesOf(route);
  if (successes.includes(Number(wanted))) return Number(wanted);
  const codes = route.policy.errors.filter(
    (code) => code === wanted || String(vocabulary.errors[code]?.status) === wanted,
  );
  // Errors of the operation, before errors that only a repeated key meets.
  const code = codes.find((name) => !name.startsWith('idempotency_')) ?? codes[0];
  if (code !== undefined) throw toError(code, options);
  const statuses = new Set([...successes, ...route.policy.errors.map((name) => vocabulary.errors[name]?.status)]);
  throw new ApiError(
    'bad_request',
    `Prefer: ${route.id} has no outcome ${wanted}; it has ${[...statuses].join(', ')}.`,
  );
}

function toError(code: string, { vocabulary, state }: OutcomeOptions): ApiError<string> {
  const { meaning = code, details: schema, status, retry } = vocabulary.errors[code] ?? {};
  const details = isZodSchema(schema)
    ? state.make(
        { schema, documented: documentedSchemaOf(schema, { text: false, where: code, direction: 'output' }) },
        undefined,
        'sample',
        code,
      )
    : undefined;
  return new ApiError<string>(code, meaning, {
    ...(isRecord(details) && { details }),
    headers: {
      'Preference-Applied': `code=${status}`,
      ...(retry === 'after' && { 'Retry-After': '1' }),
      ...(status === 401 && { 'WWW-Authenticate': 'Bearer realm="api"' }),
    },
  });
}
