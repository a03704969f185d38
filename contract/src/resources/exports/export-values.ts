/** Formats products are exported in. */
export const exportFormats = ['csv', 'xlsx', 'xml', 'json'] as const;

export type ExportFormat = (typeof exportFormats)[number];

/** The media type of a file of each format. */
export const exportMediaTypes = {
  csv: 'text/csv',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  xml: 'application/xml',
  json: 'application/json',
} as const satisfies Readonly<Record<ExportFormat, string>>;

/** What a file is with its images: the file of the products and a folder of images. */
export const imagesMediaType = 'application/zip';

/** What can separate the cells of a CSV file. */
export const exportDelimiters = [',', ';', '\t', '|'] as const;

export type ExportDelimiter = (typeof exportDelimiters)[number];

/** Names of the header fields of a file of products. */
export const exportHeaders = { count: 'X-Export-Count', warnings: 'X-Export-Warnings' } as const;
