import { useCallback, useEffect, useState } from 'preact/hooks';
import { type Problem, toProblem } from './problem.ts';

export interface QueryState<Value> {
  /** Null before the first response. While it loads again, the value of before. */
  readonly value: Value | null;
  readonly problem: Problem | null;
  readonly loading: boolean;
  readonly reload: () => void;
}

type State<Value> = Omit<QueryState<Value>, 'reload'> & { readonly topic: string };

export interface QueryOptions<Value> {
  /** Milliseconds until the query runs again, by its last value; null: it does not. */
  readonly again?: (value: Value) => number | null;
}

/**
 * Asks the API when a part of the page is shown, and again when the topic changes.
 *
 * @param topic names everything the question depends on.
 */
export function useQuery<Value>(
  topic: string,
  ask: (signal: AbortSignal) => Promise<Value>,
  { again }: QueryOptions<Value> = {},
): QueryState<Value> {
  const nothing: State<Value> = { topic, value: null, problem: null, loading: true };
  const [state, setState] = useState<State<Value>>(nothing);
  const [round, setRound] = useState(0);
  const reload = useCallback(() => setRound((before) => before + 1), []);

  // The topic stands for what the question is made of.
  useEffect(() => {
    const left = new AbortController();
    let timer: number | undefined;
    setState((before) => (before.topic === topic ? { ...before, loading: true } : nothing));
    ask(left.signal).then(
      (value) => {
        if (left.signal.aborted) return;
        setState({ topic, value, problem: null, loading: false });
        const ms = again?.(value) ?? null;
        if (ms !== null) timer = window.setTimeout(reload, ms);
      },
      (error: unknown) => {
        if (!left.signal.aborted) setState({ topic, value: null, problem: toProblem(error), loading: false });
      },
    );
    return () => {
      left.abort();
      window.clearTimeout(timer);
    };
  }, [topic, round]);

  return { ...(state.topic === topic ? state : nothing), reload };
}
