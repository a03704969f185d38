import {
  type AttributeCreate,
  AttributeCreateSchema,
  AttributeGroupCreateSchema,
  BulkItemSchema,
  CategoryAttributesPutSchema,
  CategoryCreateSchema,
  CollectionCreateSchema,
} from '@product-content/contract';
import type { z } from 'zod';
import type { LoadPlan, PlannedProduct, TargetWorkspace } from '../src/load-plan.ts';

/** The contents of a plan, and what the API would reject. */
export interface PlanCheck {
  readonly problems: string[];
  readonly counts: { simple: number; parent: number; variant: number };
}

type Definition = AttributeCreate & { readonly optionCodes: ReadonlySet<string> };

/** Returns what is wrong with an attribute value, or null. */
export type CheckValue = (
  rules: Pick<AttributeCreate, 'type' | 'unique' | 'validation'> & Pick<Definition, 'optionCodes'>,
  value: unknown,
) => string | null;

/**
 * Checks every record of a plan against the contract's schemas and the rules across records: codes are unique,
 * references exist and come first, variants have a unique combination of axis values.
 *
 * @param checkValue the server's rules for attribute values; default: any value is accepted.
 */
export async function checkPlan(
  plan: LoadPlan,
  workspace: TargetWorkspace,
  checkValue: CheckValue = () => null,
): Promise<PlanCheck> {
  const checker = new PlanChecker(workspace, checkValue);
  checker.addDefinitions(plan);
  for await (const product of plan.products()) checker.addProduct(product);
  return checker;
}

class PlanChecker implements PlanCheck {
  readonly problems: string[] = [];
  readonly counts = { simple: 0, parent: 0, variant: 0 };
  readonly #workspace: TargetWorkspace;
  readonly #checkValue: CheckValue;
  readonly #attributes = new Map<string, Definition>();
  readonly #categories = new Set<string>();
  readonly #collections = new Set<string>();
  readonly #skus = new Set<string>();
  readonly #axes = new Map<string, readonly string[]>();
  readonly #combinations = new Set<string>();

  constructor(workspace: TargetWorkspace, checkValue: CheckValue) {
    this.#workspace = workspace;
    this.#checkValue = checkValue;
  }

  addDefinitions({ definitions }: LoadPlan): void {
    const groups = new Set<string>();
    for (const group of definitions.attributeGroups) {
      this.#parse(AttributeGroupCreateSchema, group, `group ${group.code}`);
      this.#addOnce(groups, group.code, 'group');
    }
    for (const planned of definitions.attributes) {
      const attribute = this.#parse(AttributeCreateSchema, planned, `attribute ${planned.code}`);
      if (attribute === null) continue;
      if (this.#attributes.has(attribute.code)) this.problems.push(`attribute ${attribute.code} occurs twice`);
      if (attribute.group != null && !groups.has(attribute.group)) this.problems.push(`no group ${attribute.group}`);
      const optionCodes = new Set<string>();
      for (const { code } of attribute.options ?? []) this.#addOnce(optionCodes, code, `option of ${attribute.code}`);
      this.#attributes.set(attribute.code, { ...attribute, optionCodes });
    }
    for (const category of definitions.categories) {
      this.#parse(CategoryCreateSchema, category, `category ${category.code}`);
      if (category.parent != null && !this.#categories.has(category.parent)) {
        this.problems.push(`category ${category.code} comes before its parent ${category.parent}`);
      }
      this.#addOnce(this.#categories, category.code, 'category');
    }
    for (const { category, attributes } of definitions.categoryAttributes) {
      this.#parse(CategoryAttributesPutSchema, { attributes }, `attributes of ${category}`);
      if (!this.#categories.has(category)) this.problems.push(`no category ${category}`);
      for (const { attribute } of attributes) {
        if (!this.#attributes.has(attribute)) this.problems.push(`no attribute ${attribute} for ${category}`);
      }
    }
    for (const collection of definitions.collections) {
      this.#parse(CollectionCreateSchema, collection, `collection ${collection.code}`);
      this.#addOnce(this.#collections, collection.code, 'collection');
    }
  }

  addProduct(product: PlannedProduct): void {
    const { sku, type = 'simple' } = product;
    const fail = (problem: string) => this.problems.push(`${sku}: ${problem}`);
    this.counts[type]++;
    if (this.#parse(BulkItemSchema, product, sku) === null) return;
    this.#addOnce(this.#skus, sku, 'product');
    if (type !== 'variant' && product.name == null) fail('has no name');
    if (product.status === 'archived') fail('is archived, which no new product can be');
    if (product.category != null && !this.#categories.has(product.category)) fail(`no category ${product.category}`);
    for (const code of product.collections ?? []) if (!this.#collections.has(code)) fail(`no collection ${code}`);
    this.#checkValues(product.attributes ?? {}, false, fail);
    for (const [locale, translation] of Object.entries(product.translations ?? {})) {
      if (!this.#workspace.locales.includes(locale)) fail(`no locale ${locale}`);
      this.#checkValues(translation?.attributes ?? {}, true, fail);
    }
    this.#checkFamily(product, fail);
  }

  #checkFamily({ sku, type, parent, variantAxes = [], attributes }: PlannedProduct, fail: (text: string) => void) {
    if (type === 'parent') this.#axes.set(sku, variantAxes);
    for (const code of variantAxes) if (!this.#attributes.get(code)?.usableAsAxis) fail(`${code} is no axis`);
    if (type !== 'variant') return;
    const axes = this.#axes.get(parent ?? '');
    if (axes === undefined) return fail(`comes before its parent ${parent}`);
    const values = axes.map((code) => attributes?.[code]);
    if (values.some((value) => value === undefined)) fail(`lacks a value of ${axes.join(', ')}`);
    const combination = JSON.stringify([parent, values]);
    if (this.#combinations.has(combination)) fail(`repeats ${combination}`);
    this.#combinations.add(combination);
  }

  #checkValues(values: NonNullable<PlannedProduct['attributes']>, localized: boolean, fail: (text: string) => void) {
    for (const [code, value] of Object.entries(values)) {
      const definition = this.#attributes.get(code);
      if (definition === undefined) fail(`no attribute ${code}`);
      else if (localized && !definition.localizable) fail(`${code} is not localizable`);
      else {
        const problem = this.#checkValue(definition, value);
        if (problem !== null) fail(`${code}: ${problem}`);
      }
    }
  }

  #parse<T extends z.ZodType>(schema: T, input: unknown, name: string): z.output<T> | null {
    const parsed = schema.safeParse(input);
    if (parsed.success) return parsed.data;
    for (const { path, message } of parsed.error.issues) this.problems.push(`${name} at ${path.join('.')}: ${message}`);
    return null;
  }

  #addOnce(set: Set<string>, code: string, kind: string): void {
    if (set.has(code)) this.problems.push(`${kind} ${code} occurs twice`);
    set.add(code);
  }
}
