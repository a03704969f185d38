import type { RateLimitPolicy } from '@contract-kit/http-spec';

const kibibyte = 1024;
const mebibyte = 1024 * kibibyte;

/** Every size and number that limits the operations of this contract. Sizes are in bytes. */
export const limits = {
  page: { default: 50, max: 250 },
  bulkItems: 500,
  listFilterValues: 500,
  /** Filters on attributes in one request. */
  attributeFilters: 20,
  /** Attributes of a workspace by which lists can be filtered. */
  filterableAttributes: 50,
  /** Values of one facet. */
  facetValues: 50,
  /** Products that are counted exactly for a facet; of more, a sample is counted. */
  facetProducts: 10_000,
  collectionProducts: 10_000,
  categoryDepth: 20,
  productBody: mebibyte,
  /** JSON values in one product of a request: fields, list items, attribute values. */
  productValues: 10_000,
  /** Attribute values of a product, and as many again for each language. */
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
  /** Downloads of asset files: concurrent ones of a workspace, their timeout, and redirects. */
  assetDownload: { concurrent: 4, timeoutMs: 30_000, redirects: 5 },
  /** Products listed for an asset. */
  assetUsedBy: 1000,
  /** One file to import, as it is sent. */
  importFile: 50 * mebibyte,
  /** The mapping and options sent with it. */
  importFields: mebibyte,
  /** Webhook endpoints of a workspace. */
  webhooks: 20,
  keyBody: 16 * kibibyte,
  /** API keys of a workspace that are not revoked. */
  keys: 200,
  /** Row errors shown with a job; the rest have separate pages. */
  inlineJobErrors: 100,
  /** Row errors stored for a job; further ones are only counted. */
  jobErrors: 100_000,
  /** Warnings stored for a job; further ones are only counted. */
  jobWarnings: 100,
  /** What the request log stores of one request: characters of its path, query parameters and fields with errors. */
  loggedRequest: { path: 1_000, queryParameters: 20, errorFields: 20 },
  /** Waiting and running jobs of a workspace. */
  activeJobs: 500,
  /** Import files of one workspace that one process inspects at the same time, before they are accepted. */
  importInspections: 1,
  /** Attributes that the columns of one import may create. */
  importAttributes: 500,
  /** Categories, collections, options and attributes that one import may create. */
  importRecords: 10_000,
  /** Import profiles of a workspace. */
  importProfiles: 100,
  /** Targets of one column in an import. */
  importTargets: 20,
  /** SKUs of archived products listed in the result of an import. */
  importArchivedSkus: 100,
  /** Values that an import maps in one column. */
  importValues: 5_000,
  /** Columns from which the SKU of a row is generated. */
  importSkuColumns: 10,
  /** Rows of one import that refer to other rows of the same file, such as variants in a cell of their parent. */
  importLinks: 250_000,
  /** List items in one cell of an import. */
  cellItems: 5_000,
  /** Problems of one row that an import reports. */
  rowErrors: 100,
  /** Limits of one file that is read as a table; lengths are characters (UTF-16 code units). */
  tableFile: {
    rows: 1_048_576,
    columns: 16_384,
    /** Characters of the name of a column; for JSON and XML, of the whole path. */
    columnName: 300,
    cell: mebibyte,
    row: 4 * mebibyte,
    /** Values in one item: keys and list items of JSON; elements, attributes and texts of XML. */
    values: 40_000,
    /** Nesting depth of JSON and XML. */
    depth: 64,
    /** Total bytes to which a compressed file may expand. */
    expandedBytes: 512 * mebibyte,
    /** The factor by which a compressed file may expand. */
    expansion: 250,
    /** Bytes to which it may expand however small it is. */
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
  /** Fallback sources of a mapping entry, and steps of its transformation. */
  mappingSources: 5,
  mappingSteps: 5,
  /** Characters of one product that a mapping reads, and that each step of a transformation writes. */
  mappingCharacters: mebibyte,
  exportBody: 256 * kibibyte,
  /** Columns that can be requested for an export. */
  exportColumns: 5_000,
  /** Rows of an export that is returned synchronously. */
  exportRows: 1_000,
  /** Bytes of a file that is returned synchronously. */
  exportBytes: 16 * mebibyte,
  /** Images in the ZIP file of an export, and bytes of one of them. */
  exportImages: 10_000,
  exportImageBytes: 25 * mebibyte,
  /** Milliseconds in which an export fetches images; the remaining ones are left out. */
  exportImagesMs: 15 * 60_000,
  /** Export profiles of a workspace. */
  exportProfiles: 100,
  /** Milliseconds for which a stored response is replayed. */
  idempotencyTtlMs: 24 * 60 * 60 * 1000,
} as const;

/**
 * Rate-limit policies by the name that routes refer to. Each counts requests per API key, or per address without one.
 */
export const rateLimitPolicies = {
  standard: { name: 'standard', limit: 600, windowMs: 60_000 },
  /** For files that anyone can read: a page may show many of them. */
  files: { name: 'files', limit: 3000, windowMs: 60_000 },
} as const satisfies Record<string, RateLimitPolicy>;
