import { headerNames, securitySchemesOf, vocabularyKey } from '@contract-kit/http-spec';
import type { ContractRoute } from '../contract/contract-route.ts';
import type { Credential } from './draft.ts';
import type { Credentials, SchemeCredentials } from './options.ts';

/** The scheme of API keys, which travel as a bearer or in `X-API-Key`. */
export const apiKeyScheme = 'apiKey';

/** What a run may lack of a scheme. */
export type FurtherCredential = 'withoutScope' | 'otherTenant';

/** The names of the schemes that an operation takes; empty: anyone may call it. */
export function schemesOf({ policy }: ContractRoute): readonly string[] {
  return policy.auth;
}

type Present = NonNullable<SchemeCredentials['present']>;

const asBearer: Present = (credential) => ({ [headerNames.authorization]: `Bearer ${credential}` });

/** How the contract says that a scheme is presented; the first way, where it has several. */
function presentAs(scheme: string, { policy }: ContractRoute): Present {
  const declared = policy[vocabularyKey]?.authSchemes[scheme];
  const [first] = declared === undefined ? [] : Object.values(securitySchemesOf(scheme, declared));
  if (first?.type === 'http' && first.scheme.toLowerCase() !== 'bearer') {
    return (credential) => ({ [headerNames.authorization]: `${first.scheme} ${credential}` });
  }
  if (first?.type !== 'apiKey') return asBearer;
  if (first.in === 'header') return (credential) => ({ [first.name]: credential });
  if (first.in === 'cookie') return (credential) => ({ cookie: `${first.name}=${credential}` });
  throw new TypeError(`The scheme "${scheme}" is presented in the query: give credentials.${scheme}.present.`);
}

/** The credentials a run was given, as requests present them. */
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

  /** The first scheme of a route that credentials were given for; of a plain route the first that was given. */
  schemeFor(route: ContractRoute): string | null {
    const given = [...this.#schemes.keys()];
    const accepted = route.isPlain ? given : schemesOf(route);
    return accepted.find((scheme) => this.#schemes.has(scheme)) ?? null;
  }

  /** True when a route authenticates, and there is no credential for any of its schemes. */
  isMissingFor(route: ContractRoute): boolean {
    return schemesOf(route).length > 0 && !this.#given(route)?.full;
  }

  lacks(route: ContractRoute, what: FurtherCredential): boolean {
    return this.#given(route)?.[what] === undefined;
  }

  /** A credential with every scope; null where a route takes none. */
  full(route: ContractRoute): Credential | null {
    const { full } = this.#given(route) ?? {};
    return full ? this.#present(route, '', full) : null;
  }

  /** A credential of another tenant; null when there is none. */
  otherTenant(route: ContractRoute): Credential | null {
    const { otherTenant } = this.#given(route) ?? {};
    return otherTenant === undefined ? null : this.#present(route, 'OTHER_', otherTenant);
  }

  /** A credential without these scopes; null when nobody gives one. */
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

  /** A credential of the route's scheme that is none. @param value what is presented in its place. */
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
