import { associationTypes, type ProductInput, type ProductStatus, statusMoves } from '@product-content/contract';
import type { FieldProblems } from '../../../kernel/index.ts';
import { axisKeyOf } from '../state/document-columns.ts';
import { attributeValue, type ProductDocument } from '../state/product-document.ts';
import type { ProductDraft, ProductUnit } from '../unit/product-unit.ts';
import { uniqueValuesOf } from '../unit/unique-value-register.ts';
import { associatedWith, type UnitEntry } from '../unit/unit-entry.ts';

/** A product about to be saved. */
export interface Candidate {
  /** UUID; null while the product is new. */
  readonly id: string | null;
  readonly before: ProductDocument | null;
  readonly draft: ProductDraft;
  readonly input: ProductInput;
  /** SKUs that associations may name although their products do not exist yet. */
  readonly announced?: readonly string[] | undefined;
  readonly problems: FieldProblems;
}

/** Checks the rules that concern more than one field or product (API behavior 4.2, 4.3, 4.4, 4.5, 4.12). */
export function checkProduct(unit: ProductUnit, candidate: Candidate): void {
  checkStatus(unit, candidate);
  checkType(candidate);
  checkName(candidate);
  checkAxesOfParent(unit, candidate);
  checkAxesOfVariant(unit, candidate);
  checkUniqueValues(unit, candidate);
  checkAssociations(unit, candidate);
}

function checkStatus(unit: ProductUnit, { before, draft, problems }: Candidate): void {
  // An import brings a catalog as it is, including archived products.
  if (before === null && unit.scope.ctx.source === 'import') return;
  const problem = statusProblem(before?.status ?? null, draft.status);
  if (problem !== null) problems.add('status', problem);
}

const initial: readonly ProductStatus[] = ['draft', 'in_review', 'approved'];

/** Why a product cannot take a status, or null when it can (API behavior 4.7). `from` is null for a new product. */
function statusProblem(from: ProductStatus | null, to: ProductStatus): string | null {
  if (from === to) return null;
  const allowed = from === null ? initial : statusMoves[from];
  if (allowed.includes(to)) return null;
  const start = from === null ? 'A new product' : `A product that is ${from}`;
  return `${start} can only become ${allowed.join(', ')}.`;
}

function checkType({ before, draft, problems }: Candidate): void {
  if (before !== null && before.type !== draft.type && !(before.type === 'simple' && draft.type === 'parent')) {
    problems.add('type', `Cannot change from ${before.type} to ${draft.type}; only from simple to parent.`);
    return;
  }
  if (draft.type === 'variant' && draft.parent === null) problems.add('parent', 'A variant needs a parent.');
  if (draft.type !== 'variant' && draft.parent !== null) problems.add('parent', 'Only a variant has a parent.');
}

function checkName({ draft, problems }: Candidate): void {
  if (draft.name === null && draft.type !== 'variant') problems.add('name', 'Required.');
}

function checkAxesOfParent(unit: ProductUnit, { id, before, draft, problems }: Candidate): void {
  if (draft.type !== 'parent') {
    if (draft.variantAxes.length > 0) problems.add('variantAxes', 'Only a parent has variant axes.');
    return;
  }
  if (before !== null && String(before.variantAxes) === String(draft.variantAxes)) return;
  const entry = id === null ? undefined : unit.byId(id);
  if (entry !== undefined && unit.variantCount(entry) > 0) {
    problems.add('variantAxes', 'Cannot change while the product has variants.');
    return;
  }
  for (const [index, code] of draft.variantAxes.entries()) {
    const attribute = unit.scope.catalog.attribute(code);
    if (attribute === undefined) problems.add(`variantAxes.${index}`, `No attribute "${code}" exists.`);
    else if (!attribute.usableAsAxis)
      problems.add(`variantAxes.${index}`, `The attribute "${code}" is not usable as an axis.`);
  }
}

function checkAxesOfVariant(unit: ProductUnit, { id, draft, problems }: Candidate): void {
  const parent = draft.type === 'variant' ? unit.parentOf(draft) : undefined;
  if (parent === undefined) return;
  const axes = parent.current.variantAxes;
  const empty = axes.filter((code) => attributeValue(draft, code) === undefined);
  for (const code of empty) problems.add(`attributes.${code}`, 'A variant needs a value for each axis of its parent.');
  const key = empty.length === 0 ? axisKeyOf(draft, axes) : null;
  const holder = key === null ? undefined : unit.axes.holder(parent.id, key);
  if (holder === undefined || holder === id) return;
  for (const code of axes)
    problems.add(`attributes.${code}`, 'Another variant of the parent has the same combination.');
}

function checkUniqueValues(unit: ProductUnit, { id, draft, problems }: Candidate): void {
  for (const unique of uniqueValuesOf(draft, unit.scope.catalog)) {
    const holder = unit.uniqueValues.holder(unique);
    if (holder !== undefined && holder !== id)
      problems.add(`attributes.${unique.code}`, 'Another product has this value.');
  }
}

/**
 * Associations must exist (API behavior 4.14). Existing ones to deleted products may stay, because a caller may send
 * back what it read.
 */
function checkAssociations(unit: ProductUnit, { id, input, announced = [], problems }: Candidate): void {
  if (input.associations === undefined) return;
  const associated = associatedWith(id === null ? undefined : unit.byId(id));
  for (const type of associationTypes) {
    for (const [index, sku] of (input.associations?.[type] ?? []).entries()) {
      if (unit.hasSku(sku) || associated.has(sku) || announced.includes(sku)) continue;
      problems.add(`associations.${type}.${index}`, `No product "${sku}" exists.`);
    }
  }
}

/** Records the axis combination and unique values of a saved product, replacing those it had. */
export function claimUniques(unit: ProductUnit, entry: UnitEntry, previous?: ProductDocument): void {
  const { catalog } = unit.scope;
  const parent = unit.parentOf(entry.current);
  if (parent !== undefined) unit.axes.claim(parent.id, axisKeyOf(entry.current, parent.current.variantAxes), entry.id);
  for (const unique of previous === undefined ? [] : uniqueValuesOf(previous, catalog)) {
    unit.uniqueValues.release(unique, entry.id);
  }
  for (const unique of uniqueValuesOf(entry.current, catalog)) unit.uniqueValues.claim(unique, entry.id);
}
