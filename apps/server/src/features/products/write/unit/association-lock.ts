import { decodeId } from '../../../../kernel/index.ts';
import type { Transaction } from '../../../../storage/index.ts';
import type { LoadRequest } from './unit-loader.ts';

const key = `hashtextextended('associations ' || $1, 0)`;

/**
 * Keeps apart, in one workspace, who associates products with SKUs and who deletes or renames products, to the end of
 * the transaction: so no association names a SKU that was gone when it was made. It comes before the locks of rows, so
 * that nobody who holds a row waits for it.
 *
 * @param mode `share` for new associations, which do not wait for each other; `alone` for deletions and new SKUs.
 */
export async function lockAssociations(tx: Transaction, workspaceId: string, mode: 'share' | 'alone'): Promise<void> {
  const suffix = mode === 'share' ? '_shared' : '';
  await tx.query(`select pg_advisory_xact_lock${suffix}(${key})`, [workspaceId], `associations.${mode}`);
}

/** The lock that requests need as far as they tell by themselves; null for none. */
export function associationLockOf(requests: readonly LoadRequest[]): 'share' | 'alone' | null {
  if (requests.some(givesAnotherSku)) return 'alone';
  return requests.some(({ input }) => Object.values(input?.associations ?? {}).some((skus) => skus?.length))
    ? 'share'
    : null;
}

/** Of a product that is named by its id only its row tells: who reads it back sends the SKU it has. */
function givesAnotherSku({ reference, input }: LoadRequest): boolean {
  return input?.sku !== undefined && input.sku !== reference && decodeId('product', reference) === null;
}
