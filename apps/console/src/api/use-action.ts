import { useRef, useState } from 'preact/hooks';
import { type Problem, toProblem } from './problem.ts';

export interface Action {
  /** Does it, unless it is being done. */
  readonly run: (work: () => Promise<void>) => Promise<void>;
  readonly pending: boolean;
  /** Why it failed last. */
  readonly problem: Problem | null;
}

/** Something the user does that can fail. */
export function useAction(): Action {
  const [state, setState] = useState<Omit<Action, 'run'>>({ pending: false, problem: null });
  const running = useRef(false);
  const run = async (work: () => Promise<void>) => {
    if (running.current) return;
    running.current = true;
    setState({ pending: true, problem: null });
    try {
      await work();
      setState({ pending: false, problem: null });
    } catch (error) {
      setState({ pending: false, problem: toProblem(error) });
    } finally {
      running.current = false;
    }
  };
  return { run, ...state };
}
