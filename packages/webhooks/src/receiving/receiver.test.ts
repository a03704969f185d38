import { describe, expect, it } from 'vitest';
import { receiveByExpress, receiveByFetch, secret } from '../../test-support/receivers.ts';
import { sign } from '../signing/sign.ts';
import { createTestDelivery } from '../testing/index.ts';
import type { Refusal } from './options.ts';

const now = 1_700_000_000;
const clock = { now: () => now * 1000 };

describe.each([
  ['Express', receiveByExpress],
  ['Fetch', receiveByFetch],
] as const)('a receiver on %s', (_runtime, receive) => {
  it('passes on a verified event and returns 204', async () => {
    const { events, deliver } = await receive();
    const response = await deliver({ event: { id: 'evt_1', type: 'a.b', data: { name: 'Ö' } } });
    expect([response.status, await response.text()]).toEqual([204, '']);
    expect(events).toMatchObject([{ id: 'evt_1', type: 'a.b', data: { name: 'Ö' } }]);
  });

  it('passes on when the attempt was signed and its delivery id', async () => {
    const deliveries: object[] = [];
    const { deliver } = await receive({ clock, onEvent: (_event, delivery) => void deliveries.push(delivery) });
    await deliver({ timestamp: now - 5, deliveryId: 'dlv_7' });
    expect(deliveries).toEqual([{ timestamp: now - 5, deliveryId: 'dlv_7' }]);
  });

  it.each([
    ['missing_header', 400, {}, { headers: {} }],
    ['malformed_header', 400, {}, { headers: { 'X-Webhook-Signature': 'v1=00' } }],
    ['no_match', 403, { secrets: 'whsec_other' }, {}],
    ['no_match', 403, {}, { body: '{}' }],
    ['timestamp_out_of_tolerance', 403, { timestamp: now - 301 }, {}],
    ['timestamp_out_of_tolerance', 403, { timestamp: now + 301 }, {}],
    ['malformed_event', 400, { event: { id: '' } }, {}],
  ] as const)('refuses with %s, %i', async (code, status, delivery, changes) => {
    const refusals: Refusal[] = [];
    const { events, failures, deliver } = await receive({ clock, onRefused: (refusal) => refusals.push(refusal) });
    const response = await deliver({ timestamp: now, deliveryId: 'dlv_1', ...delivery }, changes);
    expect(response.status).toBe(status);
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(await response.json()).toEqual({ error: { code, message: expect.any(String) } });
    expect([events, failures]).toEqual([[], []]);
    const deliveryId = 'headers' in changes ? null : 'dlv_1';
    expect(refusals).toMatchObject([{ status, code, deliveryId }]);
  });

  it('refuses any method but POST', async () => {
    const { send } = await receive();
    for (const method of ['GET', 'PUT', 'DELETE']) {
      const response = await send({ method });
      expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST']);
    }
  });

  it('handles an event once, however often it is delivered', async () => {
    const { events, deliver } = await receive();
    const event = { id: 'evt_1' };
    const responses = await Promise.all([deliver({ event }), deliver({ event }), deliver({ event })]);
    responses.push(await deliver({ event }), await deliver({ event: { id: 'evt_2' } }));
    expect(responses.map(({ status }) => status)).toEqual([204, 204, 204, 204, 204]);
    expect(events.map(({ id }) => id)).toEqual(['evt_1', 'evt_2']);
  });

  it('does not remember an event it refused', async () => {
    const { events, deliver } = await receive();
    expect((await deliver({ event: { id: 'evt_1' }, secrets: 'whsec_other' })).status).toBe(403);
    expect((await deliver({ event: { id: 'evt_1' } })).status).toBe(204);
    expect(events).toHaveLength(1);
  });

  it('leaves what onEvent throws to the framework, and takes the next attempt', async () => {
    let attempts = 0;
    const onEvent = () => {
      attempts += 1;
      if (attempts === 1) throw new Error('database down');
    };
    const { failures, deliver } = await receive({ onEvent });
    const event = { id: 'evt_1' };
    expect((await deliver({ event })).status).toBe(500);
    expect(failures).toEqual([new Error('database down')]);
    expect((await deliver({ event })).status).toBe(204);
    expect(attempts).toBe(2);
  });

  it('uses its own store, and none when it is null', async () => {
    const seen = { has: (id: string) => id === 'evt_old', add: () => {} };
    const asked = await receive({ seen });
    await asked.deliver({ event: { id: 'evt_old' } });
    await asked.deliver({ event: { id: 'evt_new' } });
    expect(asked.events.map(({ id }) => id)).toEqual(['evt_new']);
    const careless = await receive({ seen: null });
    await careless.deliver({ event: { id: 'evt_1' } });
    await careless.deliver({ event: { id: 'evt_1' } });
    expect(careless.events).toHaveLength(2);
  });

  it('accepts a function that returns the secrets each time', async () => {
    let current = 'whsec_old';
    const { deliver } = await receive({ secrets: async () => [current] });
    expect((await deliver({ secrets: 'whsec_old' })).status).toBe(204);
    current = 'whsec_new';
    expect((await deliver({ secrets: 'whsec_old' })).status).toBe(403);
    expect((await deliver({ secrets: ['whsec_old', 'whsec_new'] })).status).toBe(204);
  });

  it('fails rather than accepts when the function returns no secrets', async () => {
    const { events, failures, deliver } = await receive({ secrets: () => [] });
    expect((await deliver()).status).toBe(500);
    expect(failures).toEqual([expect.any(TypeError)]);
    expect(events).toEqual([]);
  });

  it('parses events of a custom envelope, and reports why one is invalid', async () => {
    const refusals: Refusal[] = [];
    const parse = (json: unknown) => {
      const { ref } = json as { ref?: string };
      if (ref === undefined) throw new Error('no ref');
      return { ...(json as object), id: ref } as never;
    };
    const { events, deliver } = await receive({ parse, onRefused: (refusal) => refusals.push(refusal) });
    expect((await deliver({ event: { ref: 'r1' } })).status).toBe(204);
    expect((await deliver()).status).toBe(400);
    expect(events).toMatchObject([{ id: 'r1' }]);
    expect(refusals).toMatchObject([{ code: 'malformed_event', cause: new Error('no ref') }]);
  });

  it.each([[undefined], [''], [7]])('fails on a parser that gives events the id %j', async (id) => {
    const { events, failures, deliver } = await receive({ parse: (json) => ({ ...(json as object), id }) as never });
    expect((await deliver()).status).toBe(500);
    expect(failures).toEqual([new TypeError('parse() must return events with an id.')]);
    expect(events).toEqual([]);
  });

  it('reads headers of other names', async () => {
    const headerNames = { signature: 'Acme-Signature', delivery: 'Acme-Delivery' };
    const deliveries: object[] = [];
    const { deliver } = await receive({ headerNames, onEvent: (_event, delivery) => void deliveries.push(delivery) });
    expect((await deliver({ headerNames, deliveryId: 'dlv_1' })).status).toBe(204);
    expect(deliveries).toMatchObject([{ deliveryId: 'dlv_1' }]);
    expect((await deliver()).status).toBe(400);
  });

  it('accepts a body up to the limit, and refuses a larger one with 413', async () => {
    const { events, deliver } = await receive({ maxBodyBytes: 5000 });
    const eventOf = (length: number) => ({ id: 'evt_1', data: 'x'.repeat(length) });
    expect((await deliver({ event: eventOf(4000) })).status).toBe(204);
    const refused = await deliver({ event: eventOf(5000) });
    expect(refused.status).toBe(413);
    expect(await refused.json()).toMatchObject({ error: { code: 'payload_too_large' } });
    expect(events).toHaveLength(1);
  });

  it('refuses a body beyond the limit even when its length is not declared', async () => {
    const { deliver } = await receive({ maxBodyBytes: 5000 });
    const body = new ReadableStream({
      pull: (controller) => controller.enqueue(new Uint8Array(1000)),
    });
    // Never ends: the receiver has to stop it.
    const changes = { body, duplex: 'half' } as unknown as { body: string };
    expect((await deliver({}, changes)).status).toBe(413);
  });

  it('refuses a body that is not UTF-8, though it is signed', async () => {
    const { deliver } = await receive();
    const { body } = await createTestDelivery({ secrets: secret, event: { data: '#' } });
    const bytes = Uint8Array.from(Buffer.from(body), (byte) => (byte === 0x23 ? 0xff : byte));
    const timestamp = Math.floor(Date.now() / 1000);
    const headers = { 'X-Webhook-Signature': await sign({ body: bytes, secrets: secret, timestamp }) };
    const response = await deliver({}, { headers, body: bytes as unknown as string });
    expect(await response.json()).toEqual({ error: { code: 'malformed_event', message: 'The body is not JSON.' } });
  });

  it.each([
    [{ secrets: '' }, 'signing secret'],
    [{ secrets: [] }, 'signing secret'],
    [{ secrets: undefined }, 'signing secret'],
    [{ onEvent: undefined }, 'onEvent'],
    [{ maxBodyBytes: 0 }, 'maxBodyBytes'],
    [{ toleranceSeconds: -1 }, 'toleranceSeconds'],
  ])('cannot be created with invalid options: %j', async (wrong, message) => {
    await expect(receive(wrong as object)).rejects.toThrow(message);
  });
});
