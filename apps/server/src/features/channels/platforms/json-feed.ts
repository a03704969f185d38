import type { ChannelSettings } from '@product-content/contract';
import { commonMapping, prepareFreely } from './free-fields.ts';
import type { Platform } from './platform.ts';

type Settings = ChannelSettings<'json_feed'>;

/** A JSON array of payloads, or one payload per line. */
export const jsonFeed: Platform<Settings> = {
  name: 'json_feed',
  productTypes: ['simple', 'parent', 'variant'],
  fields: null,
  defaultMapping: () => commonMapping,
  prepare: prepareFreely,
  delivery: {
    kind: 'feed',
    format: ({ format }) => ({
      name: format,
      contentType: format === 'json' ? 'application/json' : 'application/x-ndjson',
    }),
    async *write(items, { settings: { format } }) {
      const lines = format === 'ndjson';
      let first = true;
      if (!lines) yield '[';
      for await (const { payload } of items) {
        const text = JSON.stringify(payload);
        if (lines) yield `${text}\n`;
        else yield first ? `\n${text}` : `,\n${text}`;
        first = false;
      }
      if (!lines) yield '\n]\n';
    },
  },
};
