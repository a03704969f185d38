import type { CompletenessDetails, ProductStatus, VersionEvent } from '@product-content/contract';
import type { ProductDocument } from '../state/product-document.ts';

/** A product, with the details of its completeness. */
export interface MeasuredProduct {
  readonly document: ProductDocument;
  readonly details: CompletenessDetails;
}

/** A version that a unit of work is about to write. */
export interface PendingVersion {
  event: VersionEvent;
  /** The product before this version; null for a new product. */
  readonly base: MeasuredProduct | null;
  document: ProductDocument;
  details: CompletenessDetails;
  changedFields: readonly string[];
  /** Set when the status changed. */
  readonly previousStatus: ProductStatus | null;
}

/** One product in a unit of work: as stored, and after the changes so far. */
export interface UnitEntry {
  /** UUID. */
  readonly id: string;
  /** Null while the product is new. */
  readonly stored: ProductDocument | null;
  current: ProductDocument;
  details: CompletenessDetails;
  readonly versions: PendingVersion[];
}

/** The SKUs of a product's associations, both stored and current. */
export function associatedWith(entry: Pick<UnitEntry, 'stored' | 'current'> | undefined): ReadonlySet<string> {
  const documents = [entry?.stored, entry?.current];
  return new Set(documents.flatMap((document) => Object.values(document?.associations ?? {}).flat()));
}

/** A row as the loader reads it. */
export interface StoredProductRow {
  readonly id: string;
  readonly document: string;
  readonly completenessDetails: string;
}

/** @param details parsed texts of them: those of most products are the same. */
export function toEntry(row: StoredProductRow, details: Map<string, CompletenessDetails>): UnitEntry {
  const document = JSON.parse(row.document) as ProductDocument;
  let known = details.get(row.completenessDetails);
  if (known === undefined) {
    known = JSON.parse(row.completenessDetails) as CompletenessDetails;
    details.set(row.completenessDetails, known);
  }
  return { id: row.id, stored: document, current: document, details: known, versions: [] };
}
