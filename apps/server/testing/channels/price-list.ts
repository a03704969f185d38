import type { ChannelIssue, MappingEntry } from '@product-content/contract';
import type { Platform } from '../../src/features/channels/platforms/platform.ts';

/** Settings of a price list; their zod schema would be in the contract. */
export interface PriceListSettings {
  /** Width of the column of names. */
  readonly width: number;
}

const mapping: readonly MappingEntry[] = [
  { target: 'sku', source: [{ field: 'sku' }], required: true },
  { target: 'name', source: [{ field: 'name' }], required: true },
  { target: 'price', source: [{ field: 'price' }], required: true },
];

/** A custom platform: a list of prices as plain text. */
export const priceList: Platform<PriceListSettings> = {
  name: 'price_list',
  productTypes: ['simple', 'variant'],
  fields: new Set(mapping.map(({ target }) => target)),
  defaultMapping: () => mapping,
  prepare({ sku, name, price }, { settings, currency }) {
    const issues: ChannelIssue[] = [];
    if (String(name ?? '').length > settings.width) {
      const message = `Is cut after ${settings.width} characters.`;
      issues.push({ code: 'TEXT_TOO_LONG', severity: 'warning', field: 'name', message });
    }
    const shown = String(name ?? '').slice(0, settings.width);
    return {
      payload: { sku: String(sku ?? ''), name: shown, price: `${Number(price ?? 0).toFixed(2)} ${currency}` },
      issues,
    };
  },
  delivery: {
    kind: 'feed',
    format: () => ({ name: 'txt', contentType: 'text/plain; charset=utf-8' }),
    async *write(items, { channel, settings }) {
      yield `${channel.name}\n`;
      for await (const { payload } of items) {
        yield `${payload.sku}  ${String(payload.name).padEnd(settings.width)}  ${payload.price}\n`;
      }
    },
  },
};
