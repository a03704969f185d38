import type { Check } from '../check.ts';

/** RFC 9110 §9.3.2. */
export const head: Check = {
  id: 'answers.head',
  holds: 'HEAD is answered as GET is, without the body',
  ofPlain: true,
  applies: ({ route }) => route.method === 'GET',
  async run(stage) {
    const { draft, exchange: got } = await stage.perform();
    const { policy } = stage.route;
    const exchange = await stage.send(draft, { method: 'HEAD' });
    const { status, text, headers } = exchange.answer;
    stage.expect(status === got.answer.status, `GET is answered ${got.answer.status}, HEAD ${status}.`, exchange);
    stage.expect(text === '', 'HEAD is answered with a body.', exchange);
    const isSame = policy.entityTag === 'none' || headers.get('etag') === got.answer.headers.get('etag');
    stage.expect(isSame, 'GET and HEAD have different ETags.', exchange);
  },
};
