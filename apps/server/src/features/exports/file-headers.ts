import { type ExportFormat, exportHeaders, exportMediaTypes } from '@product-content/contract';
import type { Tally } from './writing/record-files.ts';

/** The Content-Type for a format. All text is UTF-8; for JSON that is always so. */
export function contentTypeOf(format: ExportFormat): string {
  return format === 'csv' || format === 'xml' ? `${exportMediaTypes[format]}; charset=utf-8` : exportMediaTypes[format];
}

/** Header fields that describe the content of a file. */
export function tallyHeaders({ count, warnings }: Tally): Record<string, string> {
  return { [exportHeaders.count]: String(count), [exportHeaders.warnings]: String(warnings) };
}
