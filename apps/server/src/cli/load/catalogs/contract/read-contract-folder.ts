import { createReadStream, existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { SkuSchema } from '@product-content/contract';
import { z } from 'zod';
import type { PlannedProduct } from '../../load-plan.ts';
import type { CatalogReader, ReadOptions } from '../catalog-reader.ts';
import { readDefinitions } from './definition-files.ts';
import { foreignLocales, keepLocales } from './keep-locales.ts';

const fileName = 'products.ndjson';

/** What must be right for a line to be sent; the API looks at the rest. */
const LineSchema = z.looseObject({ sku: SkuSchema });

/**
 * A folder in the API's own words: definitions as lists ({@link readDefinitions}) and `products.ndjson`, one item
 * of a bulk request a line, parents before their variants.
 */
export const contractFolder: CatalogReader = {
  name: 'folder',
  files: fileName,
  recognises: async (folder) => existsSync(join(folder, fileName)),
  async read(options) {
    let expectedProducts = 0;
    for await (const _ of lines(options.folder)) expectedProducts++;
    return {
      definitions: await readDefinitions(options.folder, options.workspace),
      expectedProducts,
      products: () => toProducts(options),
    };
  },
};

async function* lines(folder: string): AsyncGenerator<{ text: string; number: number }> {
  const input = createReadStream(join(folder, fileName), 'utf8');
  let number = 0;
  for await (const text of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
    number++;
    if (text.trim() !== '') yield { text, number };
  }
}

async function* toProducts({ folder, workspace, ledger }: ReadOptions): AsyncGenerator<PlannedProduct> {
  for await (const { text, number } of lines(folder)) {
    ledger.countRow(fileName);
    const where = `${fileName} line ${number}`;
    const parsed = LineSchema.safeParse(parseJson(text));
    if (!parsed.success) {
      ledger.add({ outcome: 'refused', reason: 'the line is not a JSON object with a SKU', subject: where });
      continue;
    }
    const product = parsed.data as PlannedProduct;
    for (const locale of foreignLocales(product, workspace)) {
      const reason = `the workspace has no locale ${locale}`;
      ledger.add({ outcome: 'left_out', reason, subject: product.sku, where });
    }
    const translations = keepLocales(product.translations ?? undefined, workspace);
    yield translations === undefined ? product : { ...product, translations };
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
