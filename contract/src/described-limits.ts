import { limits } from './limits.ts';

interface Meaning {
  readonly meaning: string;
  readonly unit: 'bytes' | 'milliseconds' | 'items';
}

/** The tree of the limits, with a meaning in place of each number: a limit without one does not compile. */
type Meanings<Limits> = {
  readonly [Name in keyof Limits]: Limits[Name] extends number ? Meaning : Meanings<Limits[Name]>;
};

const items = (meaning: string): Meaning => ({ meaning, unit: 'items' });
const bytes = (meaning: string): Meaning => ({ meaning, unit: 'bytes' });

const meanings: Meanings<typeof limits> = {
  page: { default: items('Records on a page of a list, unless asked for'), max: items('Records on a page of a list') },
  bulkItems: items('Items of a bulk request'),
  listFilterValues: items('Values of one list filter'),
  attributeFilters: items('Filters on attributes in one request'),
  filterableAttributes: items('Filterable attributes of a workspace'),
  facetValues: items('Values of one facet'),
  facetProducts: items('Products of a list that facets count exactly; of more, a sample is counted'),
  collectionProducts: items('Products of a collection'),
  categoryDepth: items('Levels of the category tree'),
  productBody: bytes('Body of a product, and each item of a bulk request'),
  productValues: items('JSON values in one product that is sent'),
  productAttributes: items('Attribute values of a product, and as many again in each language'),
  bulkBody: bytes('Body of a bulk request'),
  catalogBody: bytes('Body of a category, attribute, attribute group or collection'),
  attributeOptions: items('Options of an attribute'),
  collectionProductsBody: bytes('Body that sets the products of a collection'),
  webhookBody: bytes('Body of a webhook endpoint'),
  assetPage: { default: items('Assets on a page, unless asked for'), max: items('Assets on a page') },
  assetFile: bytes('File of an asset'),
  assetBody: bytes('Fields sent with the file of an asset'),
  assetDownload: {
    concurrent: items('Files of assets that a workspace reads from addresses at the same time'),
    timeoutMs: { meaning: 'How long reading one from its address may take, redirects included', unit: 'milliseconds' },
    redirects: items('Redirects that are followed to one'),
  },
  assetUsedBy: items('Products listed for an asset'),
  importFile: bytes('File of an import, as it is sent'),
  importFields: bytes('Mapping and options beside the file of an import'),
  webhooks: items('Webhook endpoints of a workspace'),
  keyBody: bytes('Body of an API key'),
  keys: items('API keys of a workspace'),
  inlineJobErrors: items('Row errors shown with a job; the rest have separate pages'),
  jobWarnings: items('Warnings stored for a job; further ones are only counted'),
  jobErrors: items('Row errors stored for a job; further ones are only counted'),
  loggedRequest: {
    path: items('Characters that the request log keeps of a path'),
    queryParameters: items('Names of query parameters that it keeps of a request'),
    errorFields: items('Fields with errors that it keeps of a request'),
  },
  activeJobs: items('Waiting and running jobs of a workspace'),
  importInspections: items(
    'Import files of a workspace that are inspected at the same time, before they are accepted; others wait',
  ),
  importAttributes: items('Attributes that the columns of one import may create'),
  importProfiles: items('Import profiles of a workspace'),
  importRecords: items('Categories, collections, options and attributes that one import may create'),
  importTargets: items('Fields that one column of an import may feed'),
  importArchivedSkus: items('SKUs of archived products that the result of an import shows'),
  importValues: items('Values that an import replaces in one column'),
  importSkuColumns: items('Columns that make the SKU of a row'),
  importLinks: items('Rows of an import that name other rows of the same file, such as variants named by their parent'),
  cellItems: items('Items of a list in one cell of an import'),
  rowErrors: items('Problems of one row that an import names'),
  tableFile: {
    rows: items('Rows of a file that is read as a table'),
    columns: items('Columns of it'),
    columnName: items('Characters (UTF-16 code units) of the name of a column; of JSON and XML, of its whole path'),
    cell: items('Characters of one of its cells'),
    row: items('Characters of one of its rows'),
    values: items('Keys and list items, or elements, attributes and texts, of one item of JSON or XML'),
    depth: items('Levels its JSON or XML may nest'),
    expandedBytes: bytes('Total size to which a compressed file may expand'),
    expansion: items('Factor by which a compressed file may expand'),
    expandedAlways: bytes('Size to which a compressed file may expand, however small it is'),
    workbookParts: items('Parts of a workbook, and sheets it lists'),
    sharedTexts: items('Texts that the cells of a workbook share'),
    cellStyles: items('Styles of cells of a workbook'),
  },
  channelProducts: {
    default: items('Products of a channel on a page, unless asked for'),
    max: items('Products of a channel on a page'),
  },
  channelBody: bytes('Body of a channel'),
  publishBody: bytes('Body of a publication'),
  publishProducts: items('Products named by a publication'),
  channels: items('Channels of a workspace'),
  mappingEntries: items('Entries of a channel’s mapping'),
  mappingSources: items('Sources one entry of a mapping falls back on'),
  mappingSteps: items('Steps of the transformation of one entry'),
  mappingCharacters: items('Characters a mapping reads of one product, and writes in each step of its transformations'),
  exportBody: bytes('Body of an export or export profile'),
  exportColumns: items('Columns that an export can request'),
  exportRows: items('Rows of an export that is returned at once'),
  exportBytes: bytes('File that is returned at once'),
  exportImages: items('Images in the ZIP file of an export'),
  exportImageBytes: bytes('One of these images'),
  exportImagesMs: { meaning: 'How long an export fetches images; the others are left out', unit: 'milliseconds' },
  exportProfiles: items('Export profiles of a workspace'),
  idempotencyTtlMs: { meaning: 'How long a stored response is replayed', unit: 'milliseconds' },
};

/** A limit with its path in {@link limits}, such as `page.max`, and a description. */
export interface DescribedLimit extends Meaning {
  readonly name: string;
  readonly value: number;
}

/** Every limit with its description. */
export const describedLimits: readonly DescribedLimit[] = describe(limits, meanings, []);

type Tree<Leaf> = { readonly [name: string]: Leaf | Tree<Leaf> };

function describe(values: Tree<number>, texts: unknown, path: readonly string[]): DescribedLimit[] {
  return Object.entries(values).flatMap(([name, value]) => {
    const text = (texts as Tree<Meaning>)[name];
    const place = [...path, name];
    if (typeof value !== 'number') return describe(value, text, place);
    return [{ name: place.join('.'), value, ...(text as Meaning) }];
  });
}

/** The kinds of saved settings. */
export type ProfileKind = 'import' | 'export';

/** The maximum number of profiles, as text. */
export const profileLimit = (kind: ProfileKind): string =>
  `A workspace has at most ${limits[`${kind}Profiles`]} ${kind} profiles`;
