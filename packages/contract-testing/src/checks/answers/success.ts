import { Unreachable, Violation } from '../../running/outcomes.ts';
import type { Stage } from '../../running/stage.ts';
import type { BodyKind } from '../../running/usual-requests.ts';
import type { Check } from '../check.ts';

/** Without it nothing else would be looked at, and nobody would notice. */
export const success: Check = {
  id: 'answers.success',
  holds: 'a request made of the examples or the schema succeeds',
  applies: () => true,
  run: (stage) => expectSuccess(stage),
};

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
