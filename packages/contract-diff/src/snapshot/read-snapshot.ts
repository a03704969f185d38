import type { AuthScheme, SecurityScheme } from '@contract-kit/http-spec';
import { isRecord } from '@contract-kit/openapi/schemas';
import { readDocument } from './from-document.ts';
import type { ErrorSnapshot, PolicySnapshot, Snapshot } from './snapshot.ts';

/** The first version: only policies, beside an OpenAPI document with the schemas. */
interface FirstForm extends Pick<Snapshot, 'rateLimits' | 'scopes'> {
  readonly version: string;
  readonly errors: Readonly<Record<string, ErrorSnapshot>>;
  readonly authSchemes?: Readonly<Record<string, AuthScheme>>;
  readonly operations: Readonly<Record<string, { readonly policy: FirstPolicy }>>;
}

/** An earlier version allowed only one scheme and one limit. */
type FirstPolicy = Omit<PolicySnapshot, 'auth' | 'limits'> & {
  readonly auth: string | readonly string[];
  readonly limit?: string;
  readonly limits?: readonly string[];
};

/**
 * Reads a snapshot from JSON: one that `createSnapshot()` made, an OpenAPI 3.1 document (without policies), or the
 * first version of `contract.json` with policies, which needs the OpenAPI document beside it.
 *
 * @param document the OpenAPI document beside it.
 * @throws TypeError for anything else.
 */
export function readSnapshot(json: unknown, document?: unknown): Snapshot {
  if (!isRecord(json)) throw new TypeError('It is not a snapshot of a contract.');
  if (json.format === 2) return json as unknown as Snapshot;
  if ('openapi' in json) {
    const { version } = isRecord(json.info) ? json.info : {};
    return { format: 2, ...(typeof version === 'string' && { version }), ...readDocument(json) };
  }
  if (!isRecord(json.errors) || !isRecord(json.operations)) throw new TypeError('It is not a snapshot of a contract.');
  if (document === undefined) throw new TypeError('The schemas of this snapshot are in an openapi.json beside it.');
  return readFirstForm(json as unknown as FirstForm, document);
}

/** True for policies that need the OpenAPI document beside them. */
export function isFirstForm(json: unknown): boolean {
  return isRecord(json) && json.format === undefined && !('openapi' in json) && isRecord(json.operations);
}

function readFirstForm(json: FirstForm, document: unknown): Snapshot {
  const { version, errors, rateLimits, scopes } = json;
  const policies = Object.entries(json.operations).map(([id, { policy }]) => [id, readFirstPolicy(policy)] as const);
  return {
    format: 2,
    version,
    errors,
    authSchemes: json.authSchemes ?? { [firstScheme]: { anyOf: securitySchemesIn(document) } },
    ...(rateLimits !== undefined && { rateLimits }),
    ...(scopes !== undefined && { scopes }),
    ...readDocument(document, Object.fromEntries(policies)),
  };
}

/** Maps `key`, once the only scheme, to its name in the default vocabulary. */
const firstScheme = 'apiKey';

function readFirstPolicy({ auth, limit, limits, ...policy }: FirstPolicy): PolicySnapshot {
  const named = typeof auth === 'string' ? [auth] : auth;
  return {
    ...policy,
    auth: named.filter((name) => name !== 'none').map((name) => (name === 'key' ? firstScheme : name)),
    limits: limits ?? (limit === undefined ? [] : [limit]),
  };
}

function securitySchemesIn(document: unknown): Readonly<Record<string, SecurityScheme>> {
  const { securitySchemes } = isRecord(document) && isRecord(document.components) ? document.components : {};
  return (isRecord(securitySchemes) ? securitySchemes : {}) as Readonly<Record<string, SecurityScheme>>;
}
