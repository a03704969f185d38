import type { ComponentChildren } from 'preact';
import type { QueryState } from '../api/use-query.ts';
import { ProblemNotice } from './notice.tsx';

export interface LoadedProps<Value> {
  readonly of: QueryState<Value>;
  readonly children: (value: Value) => ComponentChildren;
}

/** What was asked of the API, or that it is on its way, or why it did not come. */
export function Loaded<Value>({ of: { value, problem }, children }: LoadedProps<Value>) {
  if (problem !== null) return <ProblemNotice problem={problem} />;
  if (value === null) return <p class="muted">Loading …</p>;
  return <>{children(value)}</>;
}
