import { type ChannelSettings, DelimiterSchema, delimiters } from '@product-content/contract';
import { commonMapping, prepareFreely } from './free-fields.ts';
import type { Platform, PublishedItem } from './platform.ts';

type Settings = ChannelSettings<'csv_feed'>;

/** A CSV file (RFC 4180) with a column for each entry of the mapping. */
export const csvFeed: Platform<Settings> = {
  name: 'csv_feed',
  productTypes: ['simple', 'parent', 'variant'],
  fields: null,
  defaultMapping: () => commonMapping,
  prepare: prepareFreely,
  delivery: {
    kind: 'feed',
    format: () => ({ name: 'csv', contentType: 'text/csv; charset=utf-8' }),
    async *write(items, { fields, settings }) {
      // Channels saved before delimiters had names hold the character itself.
      const delimiter = delimiters[DelimiterSchema.parse(settings.delimiter)];
      const line = (cells: readonly string[]) => `${cells.map((cell) => quote(cell, delimiter)).join(delimiter)}\r\n`;
      yield line(fields);
      for await (const item of items) yield line(fields.map((field) => cellOf(item, field, settings)));
    },
  },
};

function cellOf({ payload }: PublishedItem, field: string, { listSeparator }: Settings): string {
  const value = payload[field];
  if (value === undefined) return '';
  return Array.isArray(value) ? value.join(listSeparator) : String(value);
}

function quote(cell: string, delimiter: string): string {
  return /["\r\n]/.test(cell) || cell.includes(delimiter) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
