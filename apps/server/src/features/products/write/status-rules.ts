import { type ProductStatus, statusMoves } from '@product-content/contract';

const initial: readonly ProductStatus[] = ['draft', 'in_review', 'approved'];

/** Why a product may not take a status, or null when it may (API behavior 4.7). `from` is null for a new product. */
export function statusProblem(from: ProductStatus | null, to: ProductStatus): string | null {
  if (from === to) return null;
  const allowed = from === null ? initial : statusMoves[from];
  if (allowed.includes(to)) return null;
  const start = from === null ? 'A new product' : `A product that is ${from}`;
  return `${start} can only become ${allowed.join(', ')}.`;
}
