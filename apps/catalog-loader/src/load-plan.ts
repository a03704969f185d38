import type {
  AttributeCreateSchema,
  AttributeGroupCreateSchema,
  BulkItemSchema,
  Caller,
  CategoryCreateSchema,
  CollectionCreateSchema,
} from '@product-content/contract';
import type { z } from 'zod';

export type PlannedProduct = z.input<typeof BulkItemSchema>;
export type PlannedAttribute = z.input<typeof AttributeCreateSchema>;
export type PlannedGroup = z.input<typeof AttributeGroupCreateSchema>;
export type PlannedCategory = z.input<typeof CategoryCreateSchema>;
export type PlannedCollection = z.input<typeof CollectionCreateSchema>;

/** The attributes a category gets, by attribute code. */
export interface PlannedCategoryAttributes {
  readonly category: string;
  readonly attributes: readonly { readonly attribute: string; readonly required: boolean }[];
}

/** The workspace to load into: its locales and currencies decide what can be kept. */
export type TargetWorkspace = Caller['workspace'];

/** What a catalog defines besides its products. */
export interface Definitions {
  readonly attributeGroups: readonly PlannedGroup[];
  readonly attributes: readonly PlannedAttribute[];
  /** A parent comes before its children. */
  readonly categories: readonly PlannedCategory[];
  readonly categoryAttributes: readonly PlannedCategoryAttributes[];
  readonly collections: readonly PlannedCollection[];
}

/** A foreign catalog in the format of the contract. */
export interface LoadPlan {
  readonly definitions: Definitions;
  /** The number of products that `products()` will yield; for progress only. */
  readonly expectedProducts: number;
  /** The products as a stream, so that memory does not grow with the catalog. A parent comes before its variants. */
  products(): AsyncIterable<PlannedProduct>;
}

export const noDefinitions: Definitions = {
  attributeGroups: [],
  attributes: [],
  categories: [],
  categoryAttributes: [],
  collections: [],
};
