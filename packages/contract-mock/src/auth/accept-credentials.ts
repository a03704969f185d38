import { headerNames, type SecurityScheme, securitySchemesOf, type Vocabulary } from '@contract-kit/http-spec';
import { type Authenticator, type Caller, type RequestView, unauthorized } from '@contract-kit/middleware';
import type { MockCaller } from '../options.ts';

export interface AcceptOptions {
  readonly keys: Readonly<Record<string, MockCaller>> | undefined;
  /** The default permissions of a caller. */
  readonly allScopes: readonly string[];
}

/** An authenticator for each scheme of a contract, which reads the credential from its declared place. */
export function acceptCredentials(
  { authSchemes }: Vocabulary,
  options: AcceptOptions,
): Readonly<Record<string, Authenticator>> {
  const hasTokens = Object.entries(authSchemes).some(([name, scheme]) =>
    Object.values(securitySchemesOf(name, scheme)).some(isToken),
  );
  return Object.fromEntries(
    Object.entries(authSchemes).map(([name, scheme]) => {
      const ways = Object.values(securitySchemesOf(name, scheme));
      return [name, createAuthenticator(name, ways, { ...options, hasTokens })];
    }),
  );
}

function createAuthenticator(
  name: string,
  ways: readonly SecurityScheme[],
  { keys, allScopes, hasTokens }: AcceptOptions & { readonly hasTokens: boolean },
): Authenticator {
  const places = [...new Set(ways.map(placeOf))];
  return {
    credential: name,
    hint: `Send a credential: ${ways.map(describe).join(' or ')}.`,
    reads: places.filter((place) => place !== ''),
    challenge: 'Bearer realm="api"',
    authenticate(request) {
      const sent = new Set(ways.flatMap((way) => readCredential(way, request, hasTokens)));
      const [credential, ...others] = sent;
      if (others.length > 0) throw unauthorized('The request carries different credentials; send one of them.');
      if (credential === undefined) return null;
      return toCaller(credential, keys, allScopes);
    },
  };
}

/** @throws ApiError `unauthorized` for a credential that is not in the options. */
function toCaller(credential: string, keys: AcceptOptions['keys'], allScopes: readonly string[]): Caller {
  const known = keys === undefined ? {} : Object.hasOwn(keys, credential) ? keys[credential] : undefined;
  if (known === undefined) throw unauthorized('The mock does not know this credential.');
  const { tenantId = 'mock', scopes = allScopes } = known;
  return { subject: credential, tenantId, scopes: new Set(scopes) };
}

/** A bearer token with three parts, for a JWT scheme. */
function isToken(way: SecurityScheme): boolean {
  return way.type === 'http' && way.scheme.toLowerCase() === 'bearer' && way.bearerFormat?.toUpperCase() === 'JWT';
}

/** The credential at one place of a request, if any. */
function readCredential(way: SecurityScheme, request: RequestView, hasTokens: boolean): string[] {
  const { headers, target } = request;
  // The certificate was checked where TLS ends; the mock treats all such callers as one.
  if (way.type === 'mutualTLS') return [way.type];
  if (way.type === 'apiKey') {
    const value = {
      header: () => headers[way.name.toLowerCase()]?.trim(),
      cookie: () => cookieOf(headers.cookie, way.name),
      query: () => new URL(target, 'http://mock').searchParams.get(way.name) ?? undefined,
    }[way.in]();
    return value ? [value] : [];
  }
  const scheme = way.type === 'http' ? way.scheme : 'bearer';
  const [, given = '', value] = /^(\S+) +(\S+) *$/.exec(headers[headerNames.authorization] ?? '') ?? [];
  if (value === undefined || given.toLowerCase() !== scheme.toLowerCase()) return [];
  const looksLikeToken = /^[\w-]+\.[\w-]+\.[\w-]*$/.test(value);
  return (isToken(way) || hasTokens) && looksLikeToken !== isToken(way) ? [] : [value];
}

function cookieOf(field: string | undefined, name: string): string | undefined {
  const pair = field?.split(/; ?/).find((text) => text.startsWith(`${name}=`));
  return pair?.slice(name.length + 1);
}

/** The header field of a credential, for `Vary`; empty if it is not in a header. */
function placeOf(way: SecurityScheme): string {
  if (way.type === 'mutualTLS') return '';
  if (way.type !== 'apiKey') return 'Authorization';
  return { header: way.name, cookie: 'Cookie', query: '' }[way.in];
}

function describe(way: SecurityScheme): string {
  if (way.type === 'mutualTLS') return 'a client certificate';
  if (way.type !== 'apiKey') return `"Authorization: ${way.type === 'http' ? way.scheme : 'Bearer'} …"`;
  return { header: `"${way.name}: …"`, cookie: `the cookie "${way.name}"`, query: `"?${way.name}=…"` }[way.in];
}
