import { describe, expect, it } from 'vitest';
import { errorBody, type ScriptedResponse, scriptedServer } from '../../testing/scripted-server.ts';
import { createApiClient } from '../api-client.ts';
import type { PlannedProduct } from '../load-plan.ts';
import { Ledger, toReason } from '../report/ledger.ts';
import { sendProducts } from './send-products.ts';

type Result = { status: string; error?: object };

async function send(products: PlannedProduct[], respond: (items: PlannedProduct[]) => Result[] | ScriptedResponse) {
  const { baseUrl, requests } = await scriptedServer(({ body }) => {
    const items = JSON.parse(body).items as PlannedProduct[];
    const scripted = respond(items);
    if (!Array.isArray(scripted)) return scripted;
    const results = scripted.map((result, index) => ({ index, sku: items[index]?.sku ?? null, ...result }));
    const summary = { total: items.length, created: 0, updated: 0, unchanged: 0, failed: 0 };
    return { body: { data: { results, summary } } };
  });
  const ledger = new Ledger();
  async function* stream() {
    yield* products;
  }
  const client = createApiClient({ baseUrl, key: 'k', retry: { attempts: 1 } });
  const sent = sendProducts({ client, products: stream(), ledger });
  return { sent, ledger, requests };
}

describe('sent products', () => {
  it('are counted by kind and outcome', async () => {
    const { sent, ledger } = await send(
      [{ sku: 'P', type: 'parent' }, { sku: 'V1', type: 'variant' }, { sku: 'V2', type: 'variant' }, { sku: 'S' }],
      () => [
        { status: 'unchanged' },
        { status: 'created' },
        {
          status: 'failed',
          error: { code: 'validation_failed', message: 'Invalid.', fieldErrors: { parent: 'No such product.' } },
        },
        { status: 'updated' },
      ],
    );
    expect(await sent).toBe(4);
    expect(ledger.tally('parentProducts').unchanged).toBe(1);
    expect(ledger.tally('variantProducts')).toMatchObject({ created: 1, failed: 1 });
    expect(ledger.tally('simpleProducts').updated).toBe(1);
    expect(ledger.groups).toMatchObject([
      { outcome: 'failed', reason: 'validation_failed at parent', count: 1, examples: [{ subject: 'V2' }] },
    ]);
  });

  it('are sent 500 at a time, in order', async () => {
    const products = Array.from({ length: 1_200 }, (_, index) => ({ sku: `A${index}` }));
    const { sent, requests } = await send(products, (items) => items.map(() => ({ status: 'created' })));
    expect(await sent).toBe(1_200);
    expect(requests.map(({ body }) => JSON.parse(body).items[0].sku)).toEqual(['A0', 'A500', 'A1000']);
  });

  it('stop when a request fails as a whole', async () => {
    const products = Array.from({ length: 1_500 }, (_, index) => ({ sku: `A${index}` }));
    const { sent, requests } = await send(products, (items) =>
      items[0]?.sku === 'A500'
        ? { status: 403, body: errorBody('forbidden') }
        : items.map(() => ({ status: 'created' })),
    );
    await expect(sent).rejects.toMatchObject({ code: 'forbidden' });
    expect(requests).toHaveLength(2);
  });

  it('need one result each', async () => {
    const { sent } = await send([{ sku: 'A' }, { sku: 'B' }], () => [{ status: 'created' }]);
    await expect(sent).rejects.toThrow(/2 products were sent and 1 results came back/);
  });
});

describe('the reason of a failure', () => {
  it('names the first field, so that similar failures are grouped', () => {
    const fieldErrors = { 'attributes.color': 'No such option.', name: 'Required.' };
    expect(toReason({ code: 'validation_failed', message: 'Invalid.', fieldErrors })).toEqual({
      reason: 'validation_failed at attributes.color',
      detail: 'No such option. name: Required.',
    });
  });

  it('is the code when no field is named', () => {
    expect(toReason({ code: 'conflict', message: 'Stale.' })).toEqual({ reason: 'conflict', detail: 'Stale.' });
  });
});
