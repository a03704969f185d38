import { type ProductInput, ProductSchema } from '@product-content/contract';
import { ApiError, decodeId, encodeId, FieldProblems, notFound } from '../../../kernel/index.ts';
import type { CatalogSnapshot } from '../../catalog/index.ts';
import { withoutGoneAssets } from '../merge/merge-images.ts';
import { blankContent, contentOf, mergeContent } from '../merge/merge-input.ts';
import { isSameJson } from '../state/diff.ts';
import type { ProductDocument } from '../state/product-document.ts';
import type { ProductDraft, ProductUnit } from '../unit/product-unit.ts';
import { associatedWith, type PendingVersion, type UnitEntry } from '../unit/unit-entry.ts';
import { assertPreconditions } from './assert-preconditions.ts';
import { checkContentSize } from './content-size.ts';
import { checkProduct, claimUniques } from './product-rules.ts';
import type { SaveCommand } from './write-command.ts';

/** The outcome of saving one product, and its entry in the unit. */
export interface SaveOutcome {
  readonly entry: UnitEntry;
  readonly outcome: 'created' | 'updated' | 'unchanged';
  /** The version that the command created; null when nothing changed. */
  readonly version: PendingVersion | null;
  /** What was left out of an earlier version. */
  readonly leftOut?: FieldProblems;
}

/**
 * Applies one command to the unit: finds the product, checks the preconditions, merges, checks the rules and creates
 * the next version. If it throws, the unit is unchanged.
 *
 * @throws ApiError `not_found`, `conflict` (taken SKU, stale expectedVersion), `precondition_failed` or
 *   `validation_failed`.
 */
export function saveProduct(unit: ProductUnit, command: SaveCommand): SaveOutcome {
  const entry = unit.target(command);
  if (entry === undefined) {
    if (command.whenMissing === 'not_found') throw notFound('product');
    return createProduct(unit, command);
  }
  if (command.whenExisting === 'conflict') throw skuTaken(entry.current.sku);
  if (command.whenExisting === 'keep') return { entry, outcome: 'unchanged', version: null };
  assertCurrent(unit, entry, command.input);
  return changeProduct(unit, entry, command);
}

function createProduct(unit: ProductUnit, command: SaveCommand): SaveOutcome {
  const { reference, announced } = command;
  const { prices: defaultPrices, ...defaults } = command.whenCreated ?? {};
  const input = fillIn(command.input, defaults);
  const prices = defaultPrices === undefined ? command.prices : fillIn(command.prices ?? {}, defaultPrices);
  const { ctx, ids, clock } = unit.scope;
  const problems = new FieldProblems();
  if (input.sku !== undefined && input.sku !== reference) problems.add('sku', 'Must be the SKU in the path.');
  if (input.expectedVersion !== undefined) {
    throw new ApiError(
      'conflict',
      `expectedVersion is ${input.expectedVersion}, but no product "${reference}" exists.`,
    );
  }
  if (ctx.ifMatch) throw new ApiError('precondition_failed', 'If-Match was sent, but the product does not exist.');
  const currency = input.currency ?? ctx.workspace.defaultCurrency;
  const content = mergeContent(blankContent, input, currency, { ...scopeOf(unit), problems }, prices);
  const type = input.type ?? 'simple';
  const draft: ProductDraft = {
    sku: reference,
    type,
    parent: resolveParent(unit, input, null, problems),
    variantAxes: input.variantAxes ?? [],
    status: input.status ?? 'draft',
    ...content,
    currency,
    units: { weight: input.units?.weight ?? 'kg', dimension: input.units?.dimension ?? 'cm' },
  };
  applyDefaults(draft, unit.scope.catalog);
  checkProduct(unit, { id: null, before: null, draft, input, announced, problems });
  problems.throwIfAny();

  const id = ids.next();
  const now = clock.now().toISOString();
  const { document, details } = unit.measure(inOrder(encodeId('product', id), 1, draft, now, now));
  const entry: UnitEntry = { id, stored: null, current: document, details, versions: [] };
  const version = unit.create(entry);
  claimUniques(unit, entry);
  return { entry, outcome: 'created', version };
}

/** Adds missing fields, in nested objects too. Null counts as missing: a new product has nothing to remove. */
function fillIn<Fields extends object>(given: Fields, defaults: Partial<Fields>): Fields {
  const filled = { ...given } as Record<string, unknown>;
  for (const [name, value] of Object.entries(defaults)) {
    const own = Object.hasOwn(filled, name) ? (filled[name] ?? null) : null;
    if (own === null) filled[name] = value;
    else if (isRecord(own) && isRecord(value)) filled[name] = fillIn(own, value);
  }
  return filled as typeof given;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Fills in the default values of the attributes that apply to a new product's category. Variants get none: they inherit
 * missing values from their parent.
 */
function applyDefaults(draft: ProductDraft, catalog: CatalogSnapshot): void {
  if (draft.category === null || draft.type === 'variant') return;
  const categoryId = decodeId('category', draft.category.id);
  if (categoryId === null) return;
  for (const { attribute } of catalog.effectiveAttributes(categoryId)) {
    if (attribute.defaultValue === null || attribute.unique || Object.hasOwn(draft.attributes, attribute.code))
      continue;
    draft.attributes = { ...draft.attributes, [attribute.code]: attribute.defaultValue };
  }
}

function changeProduct(unit: ProductUnit, entry: UnitEntry, command: SaveCommand): SaveOutcome {
  const { mode, event, prices, announced } = command;
  const leftOut = new FieldProblems();
  const input = event === 'restored' ? withoutGoneRecords(unit, entry, command.input, leftOut) : command.input;
  const before = entry.current;
  const problems = new FieldProblems();
  const currency = input.currency ?? before.currency;
  const base = mode === 'merge' ? before : { ...before, ...blankContent };
  const merged = mergeContent(base, input, currency, { ...scopeOf(unit), problems }, prices);
  const draft: ProductDraft = {
    ...merged,
    sku: renamed(unit, entry, input),
    type: input.type ?? before.type,
    parent: resolveParent(unit, input, before.parent, problems),
    variantAxes: input.variantAxes ?? before.variantAxes,
    status: input.status ?? before.status,
    currency,
    units: { ...before.units, ...input.units },
  };
  checkProduct(unit, { id: entry.id, before, draft, input, announced, problems });
  const isSame = isUnchanged(before, draft);
  if (mode === 'merge' && !isSame) checkContentSize(contentOf(before), contentOf(merged), input, problems);
  problems.throwIfAny();

  // Importing a file again changes few of its products.
  if (isSame && unit.isMeasured(entry)) return { entry, outcome: 'unchanged', version: null, leftOut };
  const previous = entry.current;
  const { id, version, createdAt, updatedAt } = before;
  const next = inOrder(id, version, draft, createdAt, updatedAt, before.variantCount);
  const revised = unit.revise(entry, next, event);
  if (revised !== null) claimUniques(unit, entry, previous);
  return { entry, outcome: revised === null ? 'unchanged' : 'updated', version: revised, leftOut };
}

/** An earlier version may name products and assets that have been deleted since. */
function withoutGoneRecords(
  unit: ProductUnit,
  entry: UnitEntry,
  input: ProductInput,
  leftOut: FieldProblems,
): ProductInput {
  const associated = associatedWith(entry);
  const associations = Object.entries(input.associations ?? {}).map(([type, skus]) => [
    type,
    skus?.filter((sku, index) => {
      const exists = unit.hasSku(sku) || associated.has(sku);
      if (!exists) leftOut.add(`associations.${type}.${index}`, `No product "${sku}" exists.`);
      return exists;
    }),
  ]);
  const images = withoutGoneAssets(input.images ?? [], { assets: unit.imageAssets, problems: leftOut });
  return { ...input, images, associations: Object.fromEntries(associations) };
}

/** In the order of the contract. */
const documentFields = Object.keys(ProductSchema.shape) as (keyof ProductDocument)[];

/** The document of a draft. */
function inOrder(
  id: string,
  version: number,
  draft: ProductDraft,
  createdAt: string,
  updatedAt: string,
  variantCount = 0,
): ProductDocument {
  const document: Record<string, unknown> = { ...draft, id, version, completeness: 0, createdAt, updatedAt };
  if (draft.type === 'parent') document.variantCount = variantCount;
  const ordered: Record<string, unknown> = {};
  for (const field of documentFields) if (Object.hasOwn(document, field)) ordered[field] = document[field];
  return ordered as unknown as ProductDocument;
}

function scopeOf(unit: ProductUnit) {
  const { scope, imageAssets: assets, match } = unit;
  return { catalog: scope.catalog, workspace: scope.ctx.workspace, assets, match };
}

function assertCurrent(unit: ProductUnit, entry: UnitEntry, { expectedVersion }: ProductInput): void {
  assertPreconditions(unit.scope.ctx, entry);
  const { version } = entry.current;
  if (expectedVersion !== undefined && expectedVersion !== version) {
    throw new ApiError('conflict', `expectedVersion is ${expectedVersion}, but the product is at version ${version}.`);
  }
}

/** Most rows of a file that is imported again: without a list of the fields, which would cost more than comparing them. */
function isUnchanged(before: ProductDocument, draft: ProductDraft): boolean {
  for (const field in draft) {
    const known = field as keyof ProductDraft;
    if (!isSameJson(before[known], draft[known])) return false;
  }
  return true;
}

function renamed(unit: ProductUnit, entry: UnitEntry, { sku }: ProductInput): string {
  if (sku === undefined || sku === entry.current.sku) return entry.current.sku;
  if (unit.bySku(sku) !== undefined) throw skuTaken(sku);
  return sku;
}

function resolveParent(
  unit: ProductUnit,
  { parent }: ProductInput,
  before: ProductDocument['parent'],
  problems: FieldProblems,
): ProductDocument['parent'] {
  if (parent === undefined) return before;
  if (parent === null) return null;
  const found = unit.find(parent);
  if (found === undefined) {
    problems.add('parent', `No product "${parent}" exists.`);
    return null;
  }
  if (found.current.type !== 'parent') {
    problems.add('parent', `The product "${found.current.sku}" is not of type parent.`);
  }
  return { id: found.current.id, sku: found.current.sku };
}

function skuTaken(sku: string): ApiError<'conflict'> {
  return new ApiError('conflict', `A product with the SKU "${sku}" already exists.`);
}
