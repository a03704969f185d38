import type { ComponentChildren } from 'preact';
import type { Asked } from '../asking/use-answer.ts';
import { ProblemNotice } from './notice.tsx';

export interface AnswerProps<Value> {
  readonly of: Asked<Value>;
  readonly children: (value: Value) => ComponentChildren;
}

/** What was asked of the API, or that it is on its way, or why it did not come. */
export function Answer<Value>({ of: { value, problem }, children }: AnswerProps<Value>) {
  if (problem !== null) return <ProblemNotice problem={problem} />;
  if (value === null) return <p class="muted">Loading …</p>;
  return <>{children(value)}</>;
}
