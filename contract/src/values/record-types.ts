import { z } from 'zod';

/** The record types of files: products, or one kind of catalog record. */
export const recordTypes = ['products', 'categories', 'attributes', 'attribute_groups', 'collections'] as const;

export type RecordType = (typeof recordTypes)[number];

/** Record types other than products. */
export type CatalogRecordType = Exclude<RecordType, 'products'>;

export const RecordTypeSchema = z
  .enum(recordTypes)
  .meta({ id: 'RecordType', description: 'What the rows of a file are.' });
