import { useCallback, useEffect, useState } from 'preact/hooks';
import { type Problem, toProblem } from './problem.ts';

export interface Asked<Value> {
  /** Null before the first answer. While it is asked anew, what was answered before. */
  readonly value: Value | null;
  readonly problem: Problem | null;
  readonly asking: boolean;
  readonly reload: () => void;
}

type State<Value> = Omit<Asked<Value>, 'reload'> & { readonly topic: string };

export interface AnswerOptions<Value> {
  /** Milliseconds until it is asked again, by what was answered; null: not again. */
  readonly again?: (value: Value) => number | null;
}

/**
 * Asks the API when a part of the page is shown, and again when the topic changes.
 *
 * @param topic names everything the question depends on.
 */
export function useAnswer<Value>(
  topic: string,
  ask: (signal: AbortSignal) => Promise<Value>,
  { again }: AnswerOptions<Value> = {},
): Asked<Value> {
  const nothing: State<Value> = { topic, value: null, problem: null, asking: true };
  const [state, setState] = useState<State<Value>>(nothing);
  const [round, setRound] = useState(0);
  const reload = useCallback(() => setRound((before) => before + 1), []);

  // The topic stands for what the question is made of.
  useEffect(() => {
    const left = new AbortController();
    let timer: number | undefined;
    setState((before) => (before.topic === topic ? { ...before, asking: true } : nothing));
    ask(left.signal).then(
      (value) => {
        if (left.signal.aborted) return;
        setState({ topic, value, problem: null, asking: false });
        const ms = again?.(value) ?? null;
        if (ms !== null) timer = window.setTimeout(reload, ms);
      },
      (error: unknown) => {
        if (!left.signal.aborted) setState({ topic, value: null, problem: toProblem(error), asking: false });
      },
    );
    return () => {
      left.abort();
      window.clearTimeout(timer);
    };
  }, [topic, round]);

  return { ...(state.topic === topic ? state : nothing), reload };
}
