import { headerNames } from '@contract-kit/http-spec';
import type { Answer, Exchange } from '../../calling/exchange.ts';
import type { Check } from '../check.ts';

/** Pairs of requests sent at most: while requests of a minute ago become free, a few pairs tell nothing. */
const pairs = 30;

export const rateHeaders: Check = {
  id: 'answers.rate-headers',
  holds: 'each request takes one of those that remain, and Reset says when the next one comes back',
  applies: () => true,
  async run(stage) {
    const draft = await stage.draft();
    let before = read((await stage.send(draft)).answer);
    for (let pair = 0; pair < pairs; pair += 1) {
      const exchange = await stage.send(draft);
      const after = read(exchange.answer);
      stage.expect(after.limit > 0, 'X-RateLimit-Limit is missing, or no number.', exchange);
      stage.expect(after.limit === before.limit, 'X-RateLimit-Limit is not the same number each time.', exchange);
      stage.expect(
        isNear(after.reset, exchange),
        `X-RateLimit-Reset is ${after.reset}, not a moment soon to come.`,
        exchange,
      );
      if (after.remaining < before.remaining) return;
      const isFreed = before.reset <= Math.ceil(Date.now() / 1000);
      stage.expect(isFreed, `${before.remaining} requests remained, then ${after.remaining}.`, exchange);
      before = after;
    }
    stage.skip('Requests are freed as fast as they are sent.');
  },
};

function read({ headers }: Answer): { readonly limit: number; readonly remaining: number; readonly reset: number } {
  const numberOf = (name: string) => Number(headers.get(name) ?? Number.NaN);
  return {
    limit: numberOf(headerNames.rateLimitLimit),
    remaining: numberOf(headerNames.rateLimitRemaining),
    reset: numberOf(headerNames.rateLimitReset),
  };
}

/** A server's clock may differ; it tells its own time. */
function isNear(reset: number, { answer }: Exchange): boolean {
  const date = Date.parse(answer.headers.get('date') ?? '');
  const now = Number.isNaN(date) ? Date.now() : date;
  return Math.abs(reset * 1000 - now) <= 24 * 60 * 60 * 1000;
}
