import { z } from 'zod';

/** What the rows of a file can be: products, or records of one kind of their catalog. */
export const recordTypes = ['products', 'categories', 'attributes', 'attribute_groups', 'collections'] as const;

export type RecordType = (typeof recordTypes)[number];

/** Record types other than products. */
export type CatalogRecordType = Exclude<RecordType, 'products'>;

export const RecordTypeSchema = z
  .enum(recordTypes)
  .meta({ id: 'RecordType', description: 'What the rows of a file are.' });
