import { describe, expect, it } from 'vitest';
import { secret } from '../../test-support/receivers.ts';
import { createTestDelivery } from '../testing/index.ts';
import { receiveWebhooks } from './index.ts';

const url = 'https://receiver.example/hooks';
const receive = receiveWebhooks({ secrets: secret, onEvent: () => {} });

describe('receiveWebhooks on Fetch', () => {
  it('says what to do when the body was already read', async () => {
    const request = new Request(url, await createTestDelivery({ secrets: secret }));
    const copy = request.clone();
    await request.text();
    await expect(receive(request)).rejects.toThrow('Pass the request before anything reads it, or a clone.');
    expect((await receive(copy)).status).toBe(204);
  });

  it('refuses a body that ends early', async () => {
    const body = new ReadableStream({ start: (controller) => controller.error(new Error('connection lost')) });
    const response = await receive(new Request(url, { method: 'POST', body, duplex: 'half' } as RequestInit));
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { code: 'incomplete_body' } });
  });

  it('stops a body that is too long', async () => {
    let cancelled = false;
    const body = new ReadableStream({
      pull: (controller) => controller.enqueue(new Uint8Array(1024 * 1024)),
      cancel() {
        cancelled = true;
      },
    });
    const response = await receive(new Request(url, { method: 'POST', body, duplex: 'half' } as RequestInit));
    expect([response.status, cancelled]).toEqual([413, true]);
  });

  it('accepts a body in many pieces', async () => {
    const delivery = await createTestDelivery({ secrets: secret, event: { data: 'Größe 🏮' } });
    const pieces = Buffer.from(delivery.body).values();
    const body = new ReadableStream({
      pull(controller) {
        const { done, value } = pieces.next();
        if (done) controller.close();
        else controller.enqueue(Uint8Array.of(value));
      },
    });
    expect((await receive(new Request(url, { ...delivery, body, duplex: 'half' } as RequestInit))).status).toBe(204);
  });

  it('refuses a request without a body as one that is not signed', async () => {
    expect((await receive(new Request(url, { method: 'POST' }))).status).toBe(400);
  });
});
