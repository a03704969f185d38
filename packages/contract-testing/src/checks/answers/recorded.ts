import type { Exchange } from '../../calling/exchange.ts';
import { Violation } from '../../running/outcomes.ts';
import type { Stage } from '../../running/stage.ts';
import type { Check } from '../check.ts';

/** A promise that every answer of an operation keeps, whatever it was sent for. */
export function everyAnswer(
  id: string,
  holds: string,
  findProblem: (exchange: Exchange, stage: Stage) => string | null,
  scope: Pick<Check, 'ofPlain'> = {},
): Check {
  return {
    id,
    holds,
    ...scope,
    applies: () => true,
    async run(stage) {
      const recorded = stage.session.exchangesOf(stage.route);
      if (recorded.length === 0) await stage.perform();
      const broken = recorded
        .map((exchange) => ({ exchange, problem: findProblem(exchange, stage) }))
        .filter(({ problem }) => problem !== null)
        .sort((one, other) => lengthOf(one.exchange) - lengthOf(other.exchange));
      const [smallest] = broken;
      if (smallest !== undefined) throw new Violation(smallest.problem ?? '', smallest.exchange);
    },
  };
}

function lengthOf({ request: { url, headers, body } }: Exchange): number {
  return url.length + Object.keys(headers).length * 20 + JSON.stringify(body ?? '').length;
}
