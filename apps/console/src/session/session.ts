import type { Caller } from '@product-content/contract';
import { createContext, useContext } from 'react';
import type { Api } from '../api/client.ts';
import { type OperationId, routeOf } from '../api/operations.ts';
import type { Sent } from '../api/upload-fetch.ts';

/** The user of the console. */
export interface Session {
  readonly api: Api;
  /** The same client for a call with a file, which reports how much of it was sent. */
  readonly uploadApi: (onSent: (sent: Sent) => void) => Api;
  readonly caller: Caller;
  /** @param reason shown on the sign-in page; null if the person asked for it. */
  readonly signOut: (reason: string | null) => void;
}

export const SessionContext = createContext<Session | null>(null);

/** @throws Error outside of a session. */
export function useSession(): Session {
  const session = useContext(SessionContext);
  if (session === null) throw new Error('Nobody is signed in.');
  return session;
}

/** Whether the key may call an operation. Forbidden actions are not offered. */
export function useMay(operation: OperationId): boolean {
  return missingScopes(useSession().caller, operation) === null;
}

/** The scopes that a key lacks for an operation, as text; null if it lacks none. */
export function missingScopes({ scopes: has }: Pick<Caller, 'scopes'>, operation: OperationId): string | null {
  const { scopes, anyScopes } = routeOf(operation).metadata;
  const granted: readonly string[] = has;
  const missing = scopes.filter((scope) => !granted.includes(scope)).map(quoted);
  if (missing.length > 0) return missing.join(' and ');
  if (anyScopes === undefined || anyScopes.some((scope) => granted.includes(scope))) return null;
  return anyScopes.map(quoted).join(' or ');
}

const quoted = (scope: string) => `"${scope}"`;
