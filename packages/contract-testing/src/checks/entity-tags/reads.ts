import { headerNames } from '@contract-kit/http-spec';
import { Violation } from '../../running/outcomes.ts';
import type { Check } from '../check.ts';

/** RFC 9110 §13.1.2. */
export const ifNoneMatch: Check = {
  id: 'entity-tags.if-none-match',
  holds: 'If-None-Match is 304 without a body for the current tag, weak, in a list or as *, and 200 for another',
  applies: ({ route: { policy } }) => policy.entityTag === 'read' || policy.ranges === true,
  async run(stage) {
    const { draft, exchange: got } = await stage.perform();
    const etag = got.answer.headers.get(headerNames.etag);
    if (etag === null && stage.route.policy.ranges === true) return stage.skip('The file has no ETag.');
    if (etag === null || !/^(W\/)?"[^"]*"$/.test(etag)) throw new Violation(`The ETag is ${etag}.`, got);
    const weak = etag.startsWith('W/') ? etag : `W/${etag}`;
    for (const condition of [etag, weak, `"other", ${etag}`, '*']) {
      const headers = { [headerNames.ifNoneMatch]: condition };
      const exchange = await stage.send({ ...draft, headers });
      const { answer } = exchange;
      stage.expect(answer.status === 304, `If-None-Match: ${condition} is ${answer.status}, not 304.`, exchange);
      stage.expect(answer.text === '', 'A 304 has no body.', exchange);
      stage.expect(answer.headers.get(headerNames.etag) === etag, 'The 304 does not have the current ETag.', exchange);
    }
    const exchange = await stage.send({ ...draft, headers: { [headerNames.ifNoneMatch]: '"other"' } });
    stage.expect(exchange.answer.status === 200, `Another tag is ${exchange.answer.status}, not 200.`, exchange);
  },
};
