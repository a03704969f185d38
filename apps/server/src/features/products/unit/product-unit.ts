import { type Clock, decodeId, forEachInSlices, type IdSource, type RequestContext } from '../../../kernel/index.ts';
import type { CatalogSnapshot, MatchPattern } from '../../catalog/index.ts';
import { type ImageAssets, noImageAssets } from '../product-images.ts';
import { replaceSkus } from '../state/associations.ts';
import { completenessPercent, computeCompleteness, inheritanceKey, isSameCompleteness } from '../state/completeness.ts';
import { diffDocuments } from '../state/diff.ts';
import type { ProductDocument } from '../state/product-document.ts';
import { AxisRegister } from './axis-register.ts';
import { UniqueValueRegister } from './unique-value-register.ts';
import type { MeasuredProduct, PendingVersion, UnitEntry } from './unit-entry.ts';

/** The environment of a unit of work. */
export interface UnitScope {
  readonly ctx: RequestContext;
  readonly catalog: CatalogSnapshot;
  readonly clock: Clock;
  readonly ids: IdSource;
}

/** The identity and content of a product to save, without what the unit computes. */
export type ProductDraft = Omit<
  ProductDocument,
  'id' | 'version' | 'completeness' | 'createdAt' | 'updatedAt' | 'variantCount'
>;

/**
 * The products that one write touches, in memory, and locked in the database. Changes are applied here one after the
 * other, each seeing those before it, and written at the end by set-based statements. One change of a product becomes
 * one version; the effects on other products (counts, links, inherited completeness) are computed at the end.
 */
export class ProductUnit {
  readonly scope: UnitScope;
  readonly axes = new AxisRegister();
  readonly uniqueValues = new UniqueValueRegister();
  /** SKUs outside this unit that exist, among those its associations name. */
  readonly knownSkus = new Set<string>();
  /** The assets that images in the inputs name. */
  imageAssets: ImageAssets = noImageAssets;
  /** Matches the texts of the current command against the patterns of their attributes. */
  match: MatchPattern | undefined;
  readonly #byId = new Map<string, UnitEntry>();
  readonly #bySku = new Map<string, UnitEntry>();
  readonly #variantDeltas = new Map<string, number>();
  readonly #parentsToFollow = new Set<string>();

  constructor(scope: UnitScope) {
    this.scope = scope;
  }

  add(entry: UnitEntry): void {
    if (this.#byId.has(entry.id)) return;
    this.#byId.set(entry.id, entry);
    this.#bySku.set(entry.current.sku, entry);
  }

  entries(): Iterable<UnitEntry> {
    return this.#byId.values();
  }

  byId(id: string): UnitEntry | undefined {
    return this.#byId.get(id);
  }

  bySku(sku: string): UnitEntry | undefined {
    return this.#bySku.get(sku);
  }

  /** True when a product has the SKU, as far as the unit has loaded it. */
  hasSku(sku: string): boolean {
    return this.knownSkus.has(sku) || this.#bySku.has(sku);
  }

  /** Finds by id (`prd_…`) first, then by SKU. */
  find(reference: string): UnitEntry | undefined {
    const id = decodeId('product', reference);
    return (id === null ? undefined : this.#byId.get(id)) ?? this.#bySku.get(reference);
  }

  /** The product that a command concerns. */
  target({ reference, by }: { readonly reference: string; readonly by?: 'sku' }): UnitEntry | undefined {
    return by === 'sku' ? this.#bySku.get(reference) : this.find(reference);
  }

  /** The parent of a variant; undefined for other products. */
  parentOf(document: Pick<ProductDocument, 'parent'>): UnitEntry | undefined {
    return document.parent === null ? undefined : this.find(document.parent.id);
  }

  /** How many variants a parent has, including those in this unit. */
  variantCount(entry: UnitEntry): number {
    return (entry.current.variantCount ?? 0) + (this.#variantDeltas.get(entry.id) ?? 0);
  }

  /** Removes a deleted product from the unit. */
  remove(entry: UnitEntry): void {
    this.#countVariant(entry.current, -1);
    this.#byId.delete(entry.id);
    this.#bySku.delete(entry.current.sku);
  }

  /** Removes the SKUs of deleted products from the associations of others. */
  dissociate(skus: ReadonlySet<string>): void {
    this.#replaceAssociated((sku) => (skus.has(sku) ? null : sku));
  }

  create(entry: UnitEntry): PendingVersion {
    this.add(entry);
    this.#countVariant(entry.current, 1);
    const version: PendingVersion = {
      event: 'created',
      base: null,
      document: entry.current,
      details: entry.details,
      changedFields: [],
      previousStatus: null,
    };
    entry.versions.push(version);
    return version;
  }

  /**
   * Gives a product the content of a draft as its next version.
   *
   * @returns null when nothing changes (API behavior 5.5).
   */
  revise(entry: UnitEntry, draft: ProductDraft, event?: 'restored'): PendingVersion | null {
    const before = entry.current;
    const base = { document: before, details: entry.details };
    const { document, details } = this.measure({ ...before, ...draft });
    const changedFields = changesBetween(base, { document, details });
    if (changedFields.length === 0) return null;
    const statusChanged = before.status !== document.status;
    const version: PendingVersion = {
      event: event ?? (statusChanged ? 'status_changed' : 'updated'),
      base,
      document: { ...document, version: before.version + 1, updatedAt: this.#timeAfter(before.updatedAt) },
      details,
      changedFields,
      previousStatus: statusChanged ? before.status : null,
    };
    entry.versions.push(version);
    this.#become(entry, version.document, details);
    return version;
  }

  /** Whether the stored completeness of a product is the current one: the catalog may have changed since. */
  isMeasured({ current, details }: UnitEntry): boolean {
    const parent = this.parentOf(current)?.current ?? null;
    return isSameCompleteness(details, computeCompleteness(current, parent, this.scope.catalog));
  }

  /** A document with its completeness, computed from the document, its parent and the catalog. */
  measure(document: ProductDocument): MeasuredProduct {
    const parent = this.parentOf(document)?.current ?? null;
    const details = computeCompleteness(document, parent, this.scope.catalog);
    return { document: { ...document, completeness: completenessPercent(details) }, details };
  }

  /** The parents whose variants, including those not in the unit yet, are affected by a change. */
  parentsToFollow(): string[] {
    return [...this.#parentsToFollow];
  }

  /**
   * Applies the effects of changes to other products of the unit: the number of variants of parents, and the parent
   * link and completeness of variants. Call it once the variants of {@link parentsToFollow} are in the unit.
   */
  async settle(): Promise<void> {
    await forEachInSlices(this.#variantDeltas, ([parentId, delta]) => {
      const parent = this.#byId.get(parentId);
      if (parent === undefined || delta === 0) return;
      this.#follow(parent, { ...parent.current, variantCount: (parent.current.variantCount ?? 0) + delta });
    });
    await forEachInSlices(this.#byId.values(), (entry) => {
      const parent = this.parentOf(entry.current);
      if (parent === undefined || !this.#parentsToFollow.has(parent.id)) return;
      this.#follow(entry, { ...entry.current, parent: { id: parent.current.id, sku: parent.current.sku } });
    });
  }

  /** Adds a variant to (1) or removes it from (-1) the count of its parent. */
  #countVariant(document: ProductDocument, delta: 1 | -1): void {
    const parent = this.parentOf(document);
    if (parent === undefined) return;
    this.#variantDeltas.set(parent.id, (this.#variantDeltas.get(parent.id) ?? 0) + delta);
  }

  /** Applies a change that follows from another one: in the version this unit writes anyway, otherwise in a new one. */
  #follow(entry: UnitEntry, next: ProductDocument): void {
    const pending = entry.versions.at(-1);
    if (pending === undefined) {
      this.revise(entry, next);
      return;
    }
    const { document, details } = this.measure(next);
    pending.document = document;
    pending.details = details;
    if (pending.base !== null) pending.changedFields = changesBetween(pending.base, { document, details });
    this.#become(entry, document, details);
  }

  #become(entry: UnitEntry, after: ProductDocument, details: UnitEntry['details']): void {
    const before = entry.current;
    entry.current = after;
    entry.details = details;
    if (before.sku !== after.sku) this.#rename(entry, before.sku, after.sku);
    if (before.parent?.id !== after.parent?.id) {
      this.#countVariant(before, -1);
      this.#countVariant(after, 1);
    }
    if (after.type !== 'parent') return;
    const affectsVariants = before.sku !== after.sku || inheritanceKey(before) !== inheritanceKey(after);
    if (affectsVariants) this.#parentsToFollow.add(entry.id);
  }

  /** Updates associations after a product got another SKU. */
  #rename(entry: UnitEntry, from: string, to: string): void {
    this.#bySku.delete(from);
    this.knownSkus.delete(from);
    this.#bySku.set(to, entry);
    this.#replaceAssociated((sku) => (sku === from ? to : sku));
  }

  /** @param replace returns the replacement of an associated SKU; null removes it. */
  #replaceAssociated(replace: (sku: string) => string | null): void {
    for (const entry of this.#byId.values()) {
      const { associations } = entry.current;
      const replaced = replaceSkus(associations, replace);
      if (replaced !== associations) this.#follow(entry, { ...entry.current, associations: replaced });
    }
  }

  /** Now, but later than the given time: every change increases updatedAt, even within one millisecond. */
  #timeAfter(previous: string): string {
    const now = this.scope.clock.now().getTime();
    return new Date(Math.max(now, Date.parse(previous) + 1)).toISOString();
  }
}

/** The details may change although the percentage does not. */
function changesBetween(before: MeasuredProduct, after: MeasuredProduct): string[] {
  const paths = diffDocuments(before.document, after.document).map((change) => change.path);
  const sameDetails = paths.includes('completeness') || isSameCompleteness(before.details, after.details);
  return sameDetails ? paths : [...paths, 'completeness'];
}
