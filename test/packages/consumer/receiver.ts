// A project that has @contract-kit/webhooks and nothing else, not even the types of Node.
import { createSecret, sign, verify } from '@contract-kit/webhooks';
import { receiveWebhooks } from '@contract-kit/webhooks/fetch';
import { createTestDelivery, seenStoreRules } from '@contract-kit/webhooks/testing';

function ensure(holds: boolean, what: string): void {
  if (!holds) throw new Error(what);
}

const secret = createSecret();
const timestamp = Math.floor(Date.now() / 1000);
const signature = await sign({ body: '{}', secrets: secret, timestamp });
ensure(signature.startsWith(`t=${timestamp},v1=`), signature);

const received: string[] = [];
const receive = receiveWebhooks({ secrets: secret, onEvent: (event) => void received.push(event.type) });
const delivery = await createTestDelivery({ secrets: secret, event: { type: 'order.paid' } });
const response = await receive(new Request('https://shop.example/webhooks', delivery));
ensure(response.status === 204 && received.join() === 'order.paid', `${response.status} ${received.join()}`);

const { headers, body } = delivery;
await verify({ headers, body, secrets: secret });
const forged = await receive(new Request('https://shop.example/webhooks', { ...delivery, body: `${body} ` }));
ensure(forged.status === 403, `${forged.status}`);
ensure(seenStoreRules.length > 0, 'no rules');
