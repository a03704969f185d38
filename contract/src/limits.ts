import type { RateLimitPolicy } from '@contract-kit/http-spec';

const kibibyte = 1024;
const mebibyte = 1024 * kibibyte;

/** Every size and number by which operations of this contract are bounded. Sizes are bytes. */
export const limits = {
  page: { default: 50, max: 250 },
  bulkItems: 500,
  listFilterValues: 500,
  /** Filters on attributes in one request. */
  attributeFilters: 20,
  /** Attributes of a workspace that lists can be filtered by. */
  filterableAttributes: 50,
  /** Values of one facet. */
  facetValues: 50,
  /** Products that are counted exactly for a facet; of more, a sample is. */
  facetProducts: 10_000,
  collectionProducts: 10_000,
  categoryDepth: 20,
  productBody: mebibyte,
  /** JSON values of one product that is sent: fields, elements of lists, values of attributes. */
  productValues: 10_000,
  /** Attribute values of a product, and as many again in each language. */
  productAttributes: 1_000,
  bulkBody: 10 * mebibyte,
  catalogBody: 256 * kibibyte,
  /** Options of an attribute. */
  attributeOptions: 5_000,
  collectionProductsBody: mebibyte,
  webhookBody: 16 * kibibyte,
  assetPage: { default: 50, max: 200 },
  /** The file of an asset. */
  assetFile: 25 * mebibyte,
  assetBody: 64 * kibibyte,
  /** Reading the file of an asset from an address: at once in one workspace, in all, and over redirects. */
  assetDownload: { concurrent: 4, timeoutMs: 30_000, redirects: 5 },
  /** Products an asset is shown with. */
  assetUsedBy: 1000,
  /** One file to import, as it is sent. */
  importFile: 50 * mebibyte,
  /** The mapping and options beside it. */
  importFields: mebibyte,
  /** Webhook endpoints of a workspace. */
  webhooks: 20,
  keyBody: 16 * kibibyte,
  /** API keys of a workspace that are not revoked. */
  keys: 200,
  /** Row errors shown on a job itself; the rest has pages of its own. */
  shownJobErrors: 100,
  /** Row errors of a job that are kept; further ones are only counted. */
  jobErrors: 100_000,
  /** Warnings kept of a job; the rest is only counted. */
  jobWarnings: 100,
  /** What the request log keeps of one request: characters of its path, query parameters and fields at fault. */
  loggedRequest: { path: 1_000, queryParameters: 20, errorFields: 20 },
  /** Jobs of a workspace that wait or run. */
  activeJobs: 500,
  /** Import files of one workspace that are looked at, before they are accepted, at once in one process. */
  importLooks: 1,
  /** Attributes that the columns of one import may create. */
  importAttributes: 500,
  /** Categories, collections, options and attributes that one import may create. */
  importRecords: 10_000,
  /** Fields that one column of an import may feed. */
  importTargets: 20,
  /** SKUs of archived products that the result of an import shows. */
  importArchivedSkus: 100,
  /** Values that an import replaces in one column. */
  importValues: 5_000,
  /** Columns that make the SKU of a row. */
  importSkuColumns: 10,
  /** Rows of one import that name other rows of the same file, such as variants in a cell of their parent. */
  importLinks: 250_000,
  /** Items of a list in one cell of an import. */
  cellItems: 5_000,
  /** Problems of one row that an import names. */
  rowErrors: 100,
  /** Of one file that is read as a table; lengths are characters (UTF-16 code units). */
  tableFile: {
    rows: 1_048_576,
    columns: 16_384,
    /** Characters of the name of a column; of JSON and XML, of the whole path. */
    columnName: 300,
    cell: mebibyte,
    row: 4 * mebibyte,
    /** What one item holds: keys and list items of JSON; elements, attributes and texts of XML. */
    values: 40_000,
    /** How deep JSON and XML may nest. */
    depth: 64,
    /** Bytes a compressed file may expand to in all. */
    expandedBytes: 512 * mebibyte,
    /** Times its size a compressed file may expand to. */
    expansion: 250,
    /** Bytes it may expand to however small it is. */
    expandedAlways: mebibyte,
    /** Parts of a workbook's archive, and the sheets and relationships it lists. */
    workbookParts: 10_000,
    sharedTexts: 4_194_304,
    cellStyles: 65_536,
  },
  channelProducts: { default: 50, max: 100 },
  channelBody: 256 * kibibyte,
  publishBody: 256 * kibibyte,
  publishProducts: 500,
  /** Channels of a workspace. */
  channels: 50,
  mappingEntries: 300,
  /** Sources one entry of a mapping falls back on, and steps of its transformation. */
  mappingSources: 5,
  mappingSteps: 5,
  /** Characters a mapping reads of one product, and writes in each step of a transformation. */
  mappingCharacters: mebibyte,
  exportBody: 256 * kibibyte,
  /** Columns a file of products can be asked for. */
  exportColumns: 5_000,
  /** Rows of an export that is returned at once. */
  exportRows: 1_000,
  /** Bytes of a file that is returned at once. */
  exportBytes: 16 * mebibyte,
  /** Images in the ZIP file of an export, and bytes of one of them. */
  exportImages: 10_000,
  exportImageBytes: 25 * mebibyte,
  /** How long an export fetches images, in milliseconds; the others are left out. */
  exportImagesMs: 15 * 60_000,
  /** Export profiles of a workspace. */
  exportProfiles: 100,
  /** How long a stored response is replayed, in milliseconds. */
  idempotencyTtlMs: 24 * 60 * 60 * 1000,
} as const;

/** Rate-limit policies by the name routes refer to. Each counts requests per API key, or per address without one. */
export const rateLimitPolicies = {
  standard: { name: 'standard', limit: 600, windowMs: 60_000 },
  /** Of files that anyone can read: a page shows many of them. */
  files: { name: 'files', limit: 3000, windowMs: 60_000 },
} as const satisfies Record<string, RateLimitPolicy>;
