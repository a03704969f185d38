import { headerNames, securitySchemesOf, vocabularyKey } from '@contract-kit/http-spec';
import type { ContractRoute } from '../contract/contract-route.ts';
import type { Credential } from './draft.ts';
import type { Credentials, SchemeCredentials } from './options.ts';

/** The scheme of API keys, sent as a bearer token or in `X-API-Key`. */
export const apiKeyScheme = 'apiKey';

/** Credentials of a scheme that a run may lack. */
export type FurtherCredential = 'withoutScope' | 'otherTenant';

/** The names of the schemes an operation accepts; empty: anyone may call it. */
export function schemesOf({ policy }: ContractRoute): readonly string[] {
  return policy.auth;
}

type Present = NonNullable<SchemeCredentials['present']>;

const asBearer: Present = (credential) => ({ [headerNames.authorization]: `Bearer ${credential}` });

/** How credentials of a scheme are sent, according to the contract; the first way if there are several. */
function presentAs(scheme: string, { policy }: ContractRoute): Present {
  const declared = policy[vocabularyKey]?.authSchemes[scheme];
  const [first] = declared === undefined ? [] : Object.values(securitySchemesOf(scheme, declared));
  if (first?.type === 'http' && first.scheme.toLowerCase() !== 'bearer') {
    return (credential) => ({ [headerNames.authorization]: `${first.scheme} ${credential}` });
  }
  if (first?.type !== 'apiKey') return asBearer;
  if (first.in === 'header') return (credential) => ({ [first.name]: credential });
  if (first.in === 'cookie') return (credential) => ({ cookie: `${first.name}=${credential}` });
  throw new TypeError(
    `The credential of the scheme "${scheme}" is sent in the query: set credentials.${scheme}.present.`,
  );
}

/** The credentials of a run, as requests send them. */
export class CredentialBook {
  readonly #schemes: ReadonlyMap<string, SchemeCredentials>;
  readonly #restricted = new Map<string, Credential>();

  constructor(credentials: Credentials = {}) {
    this.#schemes = new Map(
      Object.entries(credentials).map(([scheme, given]) => [
        scheme,
        typeof given === 'string' ? { full: given } : given,
      ]),
    );
  }

  /** The first scheme of a route with credentials; for a plain route, the first scheme with credentials. */
  schemeFor(route: ContractRoute): string | null {
    const given = [...this.#schemes.keys()];
    const accepted = route.isPlain ? given : schemesOf(route);
    return accepted.find((scheme) => this.#schemes.has(scheme)) ?? null;
  }

  /** True when a route authenticates and none of its schemes has a credential. */
  isMissingFor(route: ContractRoute): boolean {
    return schemesOf(route).length > 0 && !this.#given(route)?.full;
  }

  lacks(route: ContractRoute, what: FurtherCredential): boolean {
    return this.#given(route)?.[what] === undefined;
  }

  /** A credential with every scope; null where a route does not authenticate. */
  full(route: ContractRoute): Credential | null {
    const { full } = this.#given(route) ?? {};
    return full ? this.#present(route, '', full) : null;
  }

  /** A credential of another tenant; null when there is none. */
  otherTenant(route: ContractRoute): Credential | null {
    const { otherTenant } = this.#given(route) ?? {};
    return otherTenant === undefined ? null : this.#present(route, 'OTHER_', otherTenant);
  }

  /** A credential without these scopes; null when there is none. */
  async without(route: ContractRoute, scopes: readonly string[]): Promise<Credential | null> {
    const id = [this.schemeFor(route), ...scopes].join(' ');
    const known = this.#restricted.get(id);
    if (known !== undefined) return known;
    const value = (await this.#given(route)?.withoutScope?.(...scopes)) ?? null;
    if (value === null) return null;
    const { name, ...credential } = this.#present(route, '', value);
    const restricted = { ...credential, name: `${name}_WITHOUT_${variableOf(scopes.join('_AND_'))}` };
    this.#restricted.set(id, restricted);
    return restricted;
  }

  /** An invalid credential of the route's scheme. @param value sent in its place. */
  wrong(route: ContractRoute, value: string): Credential {
    return this.#present(route, 'BAD_', value);
  }

  #present(route: ContractRoute, prefix: string, value: string): Credential {
    const scheme = this.schemeFor(route) ?? apiKeyScheme;
    const present = this.#schemes.get(scheme)?.present ?? presentAs(scheme, route);
    const name = prefix + (scheme === apiKeyScheme ? 'KEY' : variableOf(scheme));
    return { name, value, headers: present(value) };
  }

  #given(route: ContractRoute): SchemeCredentials | undefined {
    return this.#schemes.get(this.schemeFor(route) ?? '');
  }
}

/** The name of a shell variable: `sessionCookie` is `SESSION_COOKIE`. */
function variableOf(text: string): string {
  return text.replaceAll(/(?<=[a-z])(?=[A-Z])|\W+/g, '_').toUpperCase();
}
