import { z } from 'zod';
import { limits } from '../../limits.ts';
import { RefSchema, recordIdOf } from '../../values/identifiers.ts';
import { TimestampSchema } from '../../values/locale.ts';
import { trimmed } from '../../values/text.ts';
import { ImportMappingSchema, SentImportOptionsSchema, ShownImportOptionsSchema } from './import.schema.ts';

const example = {
  id: 'imp_01k9f2v6m8e5fa1s3tqzc7d4xb',
  name: 'Supplier list',
  mapping: { 'Article no': 'sku', Titel: 'name', Preis: 'prices.EUR' },
  options: { mode: 'update', decimalSeparator: 'comma' },
  createdAt: '2026-01-31T09:30:00.000Z',
  updatedAt: '2026-01-31T09:30:00.000Z',
};

const name = trimmed(100).describe('Unique in the workspace.');

/** A saved mapping with its options. */
export const ImportProfileSchema = z
  .object({
    id: recordIdOf('importProfile'),
    name: z.string().describe('Unique in the workspace.'),
    mapping: ImportMappingSchema.nullable().describe('Null: columns are mapped automatically.'),
    options: ShownImportOptionsSchema.describe('The options that the profile sets.'),
    createdAt: TimestampSchema,
    updatedAt: TimestampSchema,
  })
  .meta({
    id: 'ImportProfile',
    description: 'A saved mapping and options, for files that come again.',
    examples: [example],
  });

const options = SentImportOptionsSchema.describe('The options that imports with the profile do not have to send.');

/** The body that creates an import profile. */
export const ImportProfileCreateSchema = z
  .strictObject({
    name,
    mapping: ImportMappingSchema.nullable().optional().describe('Default: null, columns are mapped automatically.'),
    options: options.optional(),
  })
  .meta({
    id: 'ImportProfileCreate',
    description: 'An import profile to create.',
    examples: [{ name: example.name, mapping: example.mapping, options: example.options }],
  });

/** The body that changes an import profile. */
export const ImportProfilePatchSchema = z
  .strictObject({
    name: name.optional(),
    mapping: ImportMappingSchema.nullable()
      .optional()
      .describe('Replaces the whole mapping; null: columns are mapped automatically.'),
    options: options.optional().describe('Replaces all options.'),
  })
  .meta({
    id: 'ImportProfilePatch',
    description: 'Changes to an import profile. Properties that are not sent stay as they are.',
    examples: [{ name: 'Supplier prices by SKU', options: { mode: 'upsert' } }],
  });

export const ImportProfilePathSchema = z.object({ id: RefSchema.describe('Id of the import profile.') });

/** The maximum number of import profiles, as text. */
export const importProfileLimit = `A workspace has at most ${limits.importProfiles} import profiles`;

export type ImportProfile = z.output<typeof ImportProfileSchema>;
export type ImportProfileCreate = z.output<typeof ImportProfileCreateSchema>;
export type ImportProfilePatch = z.output<typeof ImportProfilePatchSchema>;
