import type { ComponentChildren } from 'preact';
import type { Problem } from '../api/problem.ts';

export interface NoticeProps {
  readonly kind: 'problem' | 'warning' | 'success';
  readonly children: ComponentChildren;
}

/** Something to tell, read out by screen readers. */
export function Notice({ kind, children }: NoticeProps) {
  return (
    <div class={`notice ${kind}`} role={kind === 'problem' ? 'alert' : 'status'}>
      {children}
    </div>
  );
}

/** What went wrong, with the fields that are not shown beside theirs. */
export function ProblemNotice({ problem, fields = problem.fields }: { problem: Problem; fields?: Problem['fields'] }) {
  const entries = Object.entries(fields);
  return (
    <Notice kind="problem">
      <p>{problem.message}</p>
      {entries.length > 0 && (
        <ul>
          {entries.map(([path, message]) => (
            <li key={path}>
              <code>{path}</code>: {message}
            </li>
          ))}
        </ul>
      )}
      {problem.requestId !== null && <p class="muted">Request {problem.requestId}</p>}
    </Notice>
  );
}
