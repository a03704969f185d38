import type { Channel, ChannelIssue } from '@product-content/contract';
import { Link } from '../../components/page/link.tsx';
import { writeSource } from './mapping/mapping-text.ts';

/** The column of products that an issue is about, as the mapping fills the field; null for one it does not name. */
export function columnOf({ field }: ChannelIssue, mapping: Channel['mapping']): string | null {
  if (field === 'status') return field;
  const source = mapping.find(({ target }) => target === field)?.source[0];
  return source === undefined || 'value' in source ? null : writeSource(source);
}

export interface FixLinkProps {
  readonly sku: string;
  /** The column at fault; null where it is unknown. */
  readonly column: string | null;
  readonly children: string;
}

/** Leads to the input of a product that mends an issue; where there is none, to the product. */
export function FixLink({ sku, column, children }: FixLinkProps) {
  // The status is changed on the page of the product, which knows where it may go from here.
  return column === null || column === 'status' ? (
    <Link to="/products/$idOrSku" params={{ idOrSku: sku }}>
      {children}
    </Link>
  ) : (
    <Link to="/products/$idOrSku/edit" params={{ idOrSku: sku }} search={{ field: column }}>
      {children}
    </Link>
  );
}
