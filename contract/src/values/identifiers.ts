import { z } from 'zod';

/** Id prefixes by kind of record. An id is a TypeID: the prefix, `_`, and a UUIDv7 in base 32. */
export const idPrefixes = {
  product: 'prd',
  category: 'cat',
  attribute: 'att',
  attributeGroup: 'grp',
  collection: 'col',
  asset: 'ast',
  apiKey: 'key',
  workspace: 'wsp',
  request: 'req',
  event: 'evt',
  channel: 'chn',
  webhook: 'whk',
  delivery: 'dlv',
  job: 'job',
  exportProfile: 'exp',
  importProfile: 'imp',
  file: 'fil',
} as const;

export type IdKind = keyof typeof idPrefixes;

const idExamples = 'abcdefghjkmnpqrstvwxyz0123';

/** The public id of a record of one kind. */
export const idOf = (kind: IdKind) =>
  z
    .string()
    .regex(
      new RegExp(`^${idPrefixes[kind]}_[0-9a-hjkmnp-tv-z]{26}$`),
      `Must be an id that begins with "${idPrefixes[kind]}_".`,
    )
    .meta({ examples: [`${idPrefixes[kind]}_${`01k9${idExamples}`.slice(0, 26)}`] });

/** The id of the record itself, which the server assigns. */
export const recordIdOf = (kind: IdKind) => idOf(kind).describe('Assigned by the server; never changes.');

/** A code: unique in the workspace, immutable after creation. */
export const CodeSchema = z
  .string()
  .regex(
    /^[A-Za-z0-9][A-Za-z0-9_-]{0,99}$/,
    'Must be 1–100 letters, digits, "_" or "-", starting with a letter or digit.',
  )
  .describe('Unique in the workspace; cannot change after creation.');

/** A SKU: compared exactly, unique in the workspace. */
export const SkuSchema = z
  .string()
  .max(128)
  .regex(/^[A-Za-z0-9][A-Za-z0-9._-]*$/, 'Must be letters, digits, ".", "_" or "-", starting with a letter or digit.')
  .meta({ description: 'Unique in the workspace; compared exactly.', examples: ['MUG-BLUE'] });

/** A reference to a record by id or code; an id match wins. */
export const RefSchema = z.string().min(1).max(128).describe('Id or code; an id match wins.');

/** `{ id, code }` of a referenced record. */
const codeRef = (kind: IdKind, id: string) =>
  z
    .object({ id: idOf(kind), code: CodeSchema })
    .meta({ id, description: 'The id and code of the record referred to.' });

export const CategoryRefSchema = codeRef('category', 'CategoryRef');
export const CollectionRefSchema = codeRef('collection', 'CollectionRef');
export const AttributeGroupRefSchema = codeRef('attributeGroup', 'AttributeGroupRef');
