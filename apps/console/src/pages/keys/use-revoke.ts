import type { ApiKey } from '@product-content/contract';
import { useWrite } from '../../api/use-write.ts';
import { confirm } from '../../components/page/confirm.tsx';
import { useMay, useSession } from '../../session/session.ts';

/** Revokes a key after confirmation; null if the key in use may not revoke it. */
export function useRevoke(key: ApiKey | undefined, onRevoked?: () => void): (() => void) | null {
  const { caller, signOut } = useSession();
  const mayDelete = useMay('keys.delete');
  const isOwn = key?.id === caller.key.id;
  const revoke = useWrite('keys.delete', {
    success: 'Key revoked',
    onSuccess: () => {
      // Other processes may accept the key for another second; here it is known to be revoked.
      if (isOwn) signOut('You have revoked the key you were signed in with.');
      else onRevoked?.();
    },
  });
  if (key === undefined || !mayDelete || !mayRevoke(key, caller.scopes)) return null;
  return () =>
    confirm({
      title: `Revoke the key “${key.name}”?`,
      consequence: isOwn
        ? 'You are signed in with this key: you are signed out, and the key stops working permanently.'
        : 'Programs that use it lose access within a second. A revoked key cannot be restored.',
      confirm: 'Revoke',
      onConfirm: () => revoke.mutate({ params: { id: key.id } }),
    });
}

/** A key may revoke keys that have no scope beyond its own. */
export function mayRevoke({ scopes }: Pick<ApiKey, 'scopes'>, own: readonly string[]): boolean {
  return scopes.every((scope) => own.includes(scope));
}
