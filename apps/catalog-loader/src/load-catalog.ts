import { ConnectionError } from '@contract-kit/client';
import { type Caller, CallerSchema } from '@product-content/contract';
import { type ApiClientOptions, createApiClient } from './api-client.ts';
import type { FoundCatalog } from './catalogs/find-reader.ts';
import { renameProducts } from './definitions/attribute-renames.ts';
import { ensureDefinitions } from './definitions/ensure-definitions.ts';
import { LoadError } from './load-error.ts';
import type { Definitions, PlannedProduct } from './load-plan.ts';
import { keepCurrencies } from './products/keep-currencies.ts';
import { sendProducts } from './products/send-products.ts';
import { type Finding, Ledger } from './report/ledger.ts';
import type { Progress } from './report/progress.ts';
import { type LoadSummary, toSummary } from './report/summary.ts';

export interface LoadOptions {
  readonly api: Pick<ApiClientOptions, 'baseUrl' | 'key' | 'retry'>;
  /** Slug of the workspace the key must belong to; default any. */
  readonly workspace?: string;
  readonly catalog: FoundCatalog;
  /** Maximum number of products to send; default all. */
  readonly limit?: number;
  /** The base of relative image paths in the catalog, an https URL. */
  readonly imageBase?: string;
  /** The currency of prices without one; default the workspace's. */
  readonly currency?: string;
  readonly progress: Progress;
  readonly onFinding?: (finding: Finding) => void;
  /** Milliseconds of a monotonic clock. */
  readonly now?: () => number;
}

/**
 * Loads a foreign catalog into the workspace of the key, through the public API: its definitions first, then its
 * products in bulk requests. Loading it again changes nothing that already exists.
 *
 * @throws ApiRequestError when the API rejects more than one record: the key is not valid, or a scope is missing.
 * @throws ConnectionError when the server stops responding.
 * @throws LoadError when there is no server, it serves another API, or the key belongs to another workspace.
 * @throws Error when the folder does not contain the catalog.
 */
export async function loadCatalog(options: LoadOptions): Promise<LoadSummary> {
  const { api, progress, catalog, now = () => performance.now() } = options;
  const started = now();
  const ledger = new Ledger(options.onFinding);
  try {
    const { workspace } = await whoAmI(api);
    if (options.workspace !== undefined && options.workspace !== workspace.slug) {
      throw new LoadError(`The key belongs to the workspace "${workspace.slug}", not to "${options.workspace}".`);
    }
    const { imageBase, currency = workspace.defaultCurrency } = options;
    if (!workspace.currencies.includes(currency)) {
      throw new LoadError(
        `The workspace "${workspace.slug}" has no currency "${currency}"; it has ${workspace.currencies.join(', ')}.`,
      );
    }
    const plan = await catalog.reader.read({ folder: catalog.folder, workspace, ledger, imageBase, currency });

    progress.step('definitions', countOf(plan.definitions));
    const onWait = (ms: number, cause: string) => progress.say(`waiting ${Math.ceil(ms / 1000)} s (${cause})`);
    const client = createApiClient({ ...api, onWait });
    let done = 0;
    const context = { client, ledger, onDone: () => progress.reach(++done) };
    const renames = await ensureDefinitions(context, plan.definitions, catalog.name);

    const limit = options.limit ?? Number.POSITIVE_INFINITY;
    progress.step('products', Math.min(plan.expectedProducts, limit));
    const kept = keepCurrencies(take(plan.products(), limit), workspace, ledger);
    const products = renameProducts(kept, renames);
    const sent = await sendProducts({ client, products, ledger, onSent: (count) => progress.reach(count) });

    const seconds = (now() - started) / 1000;
    return toSummary(ledger, { catalog: catalog.name, workspace: workspace.slug, seconds, sent });
  } finally {
    progress.stop();
  }
}

/**
 * Later on, the load waits for a server that is briefly unavailable; at the start, it is more likely that there is
 * none.
 */
async function whoAmI({ baseUrl, key, retry }: LoadOptions['api']): Promise<Pick<Caller, 'workspace'>> {
  const client = createApiClient({ baseUrl, key, retry: { ...retry, connectionErrors: false } });
  const { body } = await client.meta.me({ timeoutMs: 30_000 }).catch((cause: unknown) => {
    if (!(cause instanceof ConnectionError)) throw cause;
    throw new LoadError(`No server responds at ${baseUrl}: start it, or name another one with --base-url.`, { cause });
  });
  // Any server may respond with 200 to any path, and the client does not validate the body.
  const caller = CallerSchema.pick({ workspace: true }).safeParse(body.data);
  if (caller.success) return caller.data;
  throw new LoadError(`The server at ${baseUrl} does not serve this API: name another address with --base-url.`);
}

function countOf(definitions: Definitions): number {
  return Object.values(definitions).reduce((sum, records: readonly unknown[]) => sum + records.length, 0);
}

/** The first `limit` products of a stream. The rest is never requested, so that only rows to be sent are read. */
async function* take(products: AsyncIterable<PlannedProduct>, limit: number): AsyncGenerator<PlannedProduct> {
  let count = 0;
  if (limit <= 0) return;
  for await (const product of products) {
    yield product;
    count++;
    if (count >= limit) return;
  }
}
