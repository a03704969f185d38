import { type Caller, CallerSchema } from '@product-content/contract';
import { StartError } from '../../kernel/index.ts';
import { type ApiClient, type ApiClientOptions, createApiClient } from './api/api-client.ts';
import { sendProducts } from './api/send-products.ts';
import type { FoundCatalog } from './catalogs/find-reader.ts';
import { renameProducts } from './definitions/attribute-renames.ts';
import { ensureDefinitions } from './definitions/ensure-definitions.ts';
import { keepCurrencies } from './keep-currencies.ts';
import type { Definitions, PlannedProduct } from './load-plan.ts';
import type { Finding } from './report/finding.ts';
import { Ledger } from './report/ledger.ts';
import type { Progress } from './report/progress.ts';
import { type LoadSummary, toSummary } from './report/summary.ts';

export interface LoadOptions {
  readonly api: Pick<ApiClientOptions, 'baseUrl' | 'key' | 'wait'>;
  /** Slug of the workspace the key must belong to; default any. */
  readonly workspace?: string;
  readonly catalog: FoundCatalog;
  /** Products to send at most; default all. */
  readonly limit?: number;
  /** Where relative image paths of the catalog begin, an https URL. */
  readonly imageBase?: string;
  /** The currency of prices that come without one; default the workspace's. */
  readonly currency?: string;
  readonly progress: Progress;
  readonly onFinding?: (finding: Finding) => void;
  /** Milliseconds from a monotonic clock. */
  readonly now?: () => number;
}

const probeMs = 30_000;

/**
 * Brings a foreign catalog into the workspace of the key, through the public API: its definitions first, then its
 * products in bulk requests. Loading again changes nothing that is already there.
 *
 * @throws ApiFailure when the API cannot be used: no response, no valid key, a scope missing.
 * @throws StartError when there is no server, or the key belongs to another workspace.
 * @throws Error when the folder does not hold the catalog.
 */
export async function loadCatalog(options: LoadOptions): Promise<LoadSummary> {
  const { progress, catalog, now = () => performance.now() } = options;
  const started = now();
  const onWait = (ms: number, cause: string) => progress.say(`waiting ${Math.ceil(ms / 1000)} s (${cause})`);
  const client = createApiClient({ ...options.api, onWait });
  const ledger = new Ledger(options.onFinding);
  try {
    await assertServed(options.api.baseUrl);
    const { workspace } = await whoAmI(client);
    if (options.workspace !== undefined && options.workspace !== workspace.slug) {
      throw new StartError(`The key belongs to the workspace "${workspace.slug}", not to "${options.workspace}".`);
    }
    const { imageBase, currency = workspace.defaultCurrency } = options;
    if (!workspace.currencies.includes(currency)) {
      throw new Error(
        `The workspace "${workspace.slug}" has no currency "${currency}"; it has ${workspace.currencies.join(', ')}.`,
      );
    }
    const plan = await catalog.reader.read({ folder: catalog.folder, workspace, ledger, imageBase, currency });

    progress.step('definitions', countOf(plan.definitions));
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

/** A server that is away for a moment is waited for later on; at the start it is more likely that there is none. */
async function assertServed(baseUrl: string): Promise<void> {
  try {
    const response = await fetch(baseUrl, { signal: AbortSignal.timeout(probeMs) });
    await response.body?.cancel();
  } catch (cause) {
    throw new StartError(`No server responds at ${baseUrl}: start it, or name another one with --base-url.`, { cause });
  }
}

const whoAmI = (client: ApiClient): Promise<Caller> => client({ method: 'GET', path: '/me', data: CallerSchema });

function countOf(definitions: Definitions): number {
  return Object.values(definitions).reduce((sum, records: readonly unknown[]) => sum + records.length, 0);
}

/** The first `limit` of a stream. The rest is never asked for, so that no row is read that is not sent. */
async function* take(products: AsyncIterable<PlannedProduct>, limit: number): AsyncGenerator<PlannedProduct> {
  let count = 0;
  if (limit <= 0) return;
  for await (const product of products) {
    yield product;
    count++;
    if (count >= limit) return;
  }
}
