import { isRecord } from '@contract-kit/openapi/schemas';
import type { ContractRoute } from '../contract/contract-route.ts';
import type { Credential, Draft, SendOptions } from './draft.ts';

/** A request ready to send. */
export interface OutgoingRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The header fields as reports show them, with `$NAME` in the place of a credential. */
  readonly redactedHeaders: Readonly<Record<string, string>>;
  /** Undefined: none. */
  readonly body: string | FormData | undefined;
}

/** Turns a draft into a request. */
export function toRequest(
  route: ContractRoute,
  draft: Draft,
  { credential = null, furtherCredential, method = route.method, target }: SendOptions,
): OutgoingRequest {
  const { body } = draft;
  const isRaw = body instanceof FormData || (typeof body === 'string' && 'content-type' in draft.headers);
  const types = route.policy.bodyTypes;
  const jsonType = types.includes('application/json') ? 'application/json' : (types[0] ?? 'application/json');
  const credentials = [credential, furtherCredential].filter((one) => one != null);
  const plain = {
    ...(body !== undefined && !(body instanceof FormData) && { 'content-type': jsonType }),
    ...draft.headers,
  };
  return {
    method,
    url: target ?? targetOf(route, draft),
    headers: Object.assign({}, ...credentials.map(({ headers }) => headers), plain),
    redactedHeaders: Object.assign({}, ...credentials.map(hide), plain),
    body: body === undefined ? undefined : isRaw ? body : toText(route, body, jsonType),
  };
}

/** A body as JSON, or the items of a batch as lines where the operation takes nothing else. */
function toText({ policy: { batch } }: ContractRoute, body: unknown, mediaType: string): string {
  if (mediaType === 'application/json' || batch === undefined) return JSON.stringify(body);
  const items = isRecord(body) ? body[batch.field] : [];
  return Array.isArray(items) ? items.map((item) => `${JSON.stringify(item)}\n`).join('') : '';
}

/** The header fields of a credential, without it. */
function hide({ name, value, headers }: Credential): Record<string, string> {
  const shown = Object.entries(headers).map(([field, text]) => [
    field,
    // An encoded credential is masked together with the rest of the field.
    text.includes(value) ? text.replaceAll(value, () => `$${name}`) : `$${name}`,
  ]);
  return Object.fromEntries(shown);
}

/** Path and query of a draft, encoded. */
export function targetOf({ path }: ContractRoute, { params, query }: Pick<Draft, 'params' | 'query'>): string {
  const filled = path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? `:${name}`));
  const pairs = Object.entries(query).filter(([, value]) => value !== undefined);
  const text = new URLSearchParams(pairs.map(([name, value]): [string, string] => [name, textOf(value)])).toString();
  return text === '' ? filled : `${filled}?${text}`;
}

/** A query parameter as text. */
export function textOf(value: unknown): string {
  return Array.isArray(value) ? value.map(textOf).join(',') : String(value);
}

/** Query parameters as a server reads them: texts. */
export function queryTextOf(query: Readonly<Record<string, unknown>>): Record<string, string> {
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given.map(([name, value]) => [name, textOf(value)]));
}
