import { producerOf } from '../../contract/path-template.ts';
import { Unreachable, Violation } from '../../running/outcomes.ts';
import type { Stage } from '../../running/stage.ts';
import type { BodyKind } from '../../running/usual-requests.ts';
import type { Check } from '../check.ts';
import { fill } from '../state/fill.ts';

/** Without it nothing else would be looked at, and nobody would notice. */
export const success: Check = {
  id: 'answers.success',
  holds: 'a request made of the examples or the schema succeeds',
  ofPlain: true,
  applies: () => true,
  async run(stage) {
    await showSomething(stage);
    await expectSuccess(stage);
  },
};

/** An empty list would say nothing of what it shows. */
async function showSomething(stage: Stage): Promise<void> {
  if (producerOf(stage.route, stage.session.routes) === undefined) return;
  try {
    await fill(stage, (await stage.draft()).params, 1);
  } catch (error) {
    if (!(error instanceof Unreachable)) throw error;
  }
}

/** @throws Violation with the last request that was tried, where none succeeds. */
export async function expectSuccess(stage: Stage, kind?: BodyKind): Promise<void> {
  try {
    await stage.perform({}, kind);
  } catch (error) {
    if (error instanceof Unreachable && error.exchange !== undefined)
      throw new Violation(error.message, error.exchange);
    throw error;
  }
}
