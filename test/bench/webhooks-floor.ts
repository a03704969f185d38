import { Agent, request } from 'node:http';
import process from 'node:process';
import { signDelivery } from '@contract-kit/webhooks';
import { webhookHeaders } from '@product-content/contract';

/** The floor of webhook delivery: signs and posts over kept connections, and keeps no record of anything. */
const [url = '', count = '0', body = ''] = process.argv.slice(2);
const agent = new Agent({ keepAlive: true, maxSockets: 100 });
const bytes = new TextEncoder().encode(body);
let left = Number(count);

async function worker(): Promise<void> {
  while (left > 0) {
    left -= 1;
    const timestamp = Math.floor(Date.now() / 1000);
    const options = {
      body: bytes,
      secrets: 'whsec_floor',
      timestamp,
      event: 'product.created',
      deliveryId: 'dlv_floor',
      headerNames: webhookHeaders,
    };
    const headers = { ...(await signDelivery(options)), 'Content-Length': bytes.length };
    await new Promise<void>((resolve, reject) => {
      const sent = request(url, { agent, method: 'POST', headers }, (response) => response.resume().on('end', resolve));
      sent.on('error', reject).end(bytes);
    });
  }
}

await Promise.all(Array.from({ length: 100 }, worker));
agent.destroy();
