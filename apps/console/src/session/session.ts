import type { Caller } from '@product-content/contract';
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Api } from './api.ts';

/** Who uses the console. */
export interface Session {
  readonly api: Api;
  readonly caller: Caller;
  /** @param reason what to tell, when it was not asked for. */
  readonly signOut: (reason: string | null) => void;
}

export const SessionContext = createContext<Session | null>(null);

/** @throws Error outside of a session. */
export function useSession(): Session {
  const session = useContext(SessionContext);
  if (session === null) throw new Error('Nobody is signed in.');
  return session;
}

/** A route of the contract, as far as it says who may call it. */
export interface ScopedRoute {
  readonly metadata: { readonly scopes: readonly string[]; readonly anyScopes?: readonly string[] };
}

/** Whether the key may call an operation: what it cannot do is not offered. */
export function useMay(route: ScopedRoute): boolean {
  return missingScopes(useSession().caller, route) === null;
}

/** The scopes a key lacks for an operation, in words; null when it lacks none. */
export function missingScopes({ scopes: has }: Pick<Caller, 'scopes'>, { metadata }: ScopedRoute): string | null {
  const { scopes, anyScopes } = metadata;
  const missing = scopes.filter((scope) => !has.includes(scope)).map(quoted);
  if (missing.length > 0) return missing.join(' and ');
  if (anyScopes === undefined || anyScopes.some((scope) => has.includes(scope))) return null;
  return anyScopes.map(quoted).join(' or ');
}

const quoted = (scope: string) => `"${scope}"`;
