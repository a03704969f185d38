import { Unreachable, Violation } from '../../running/outcomes.ts';
import type { Check } from '../check.ts';

/** Without it nothing else would be looked at, and nobody would notice. */
export const success: Check = {
  id: 'answers.success',
  holds: 'a request made of the examples or the schema succeeds',
  applies: () => true,
  async run(stage) {
    try {
      await stage.perform();
    } catch (error) {
      if (error instanceof Unreachable && error.exchange !== undefined)
        throw new Violation(error.message, error.exchange);
      throw error;
    }
  },
};
