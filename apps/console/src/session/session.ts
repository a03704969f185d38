import type { Caller, Scope } from '@product-content/contract';
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Api } from './api.ts';

/** Who uses the console. */
export interface Session {
  readonly api: Api;
  readonly caller: Caller;
  readonly signOut: () => void;
}

export const SessionContext = createContext<Session | null>(null);

/** @throws Error outside of a session. */
export function useSession(): Session {
  const session = useContext(SessionContext);
  if (session === null) throw new Error('Nobody is signed in.');
  return session;
}

/** Whether the key has a scope: what it cannot do is not offered. */
export function useScope(scope: Scope): boolean {
  return useSession().caller.scopes.includes(scope);
}
