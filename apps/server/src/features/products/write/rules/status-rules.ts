import type { ProductStatus } from '@product-content/contract';

/** Where each status may go (decisions, section 2). */
const transitions: Readonly<Record<ProductStatus, readonly ProductStatus[]>> = {
  draft: ['in_review', 'approved', 'archived'],
  in_review: ['draft', 'approved', 'archived'],
  approved: ['in_review', 'archived'],
  archived: ['draft'],
};

const initial: readonly ProductStatus[] = ['draft', 'in_review', 'approved'];

/** Why a product may not take a status, or null when it may. `from` is null for a new product. */
export function statusProblem(from: ProductStatus | null, to: ProductStatus): string | null {
  if (from === to) return null;
  const allowed = from === null ? initial : transitions[from];
  if (allowed.includes(to)) return null;
  const start = from === null ? 'A new product' : `A product that is ${from}`;
  return `${start} can only become ${allowed.join(', ')}.`;
}
