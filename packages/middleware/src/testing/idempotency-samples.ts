import type { Execution, IdempotencyClaim, StoredAnswer } from '../idempotency/idempotency-store.ts';

const dayMs = 24 * 3_600_000;

/** Claims and answers as the suites use them. */
export const sample = {
  answer: {
    status: 201,
    headers: { location: '/todos/1', etag: '"1.1"' },
    body: Buffer.from('{"data":{"title":"été \\u0000 \u{1F600}","z":1,"a":2}}'),
  } satisfies StoredAnswer,

  claim(scope: string, changes: Partial<IdempotencyClaim> = {}): IdempotencyClaim {
    return { scope, key: 'k1', route: 'todos.create', fingerprint: 'f1', ttlMs: dayMs, ...changes };
  },

  /** A handler that answers, and counts how often it ran. */
  handler(execution: Partial<Execution> = {}) {
    const run = async (): Promise<Execution> => {
      run.calls += 1;
      return { answer: sample.answer, keep: 'change-and-answer', ...execution };
    };
    run.calls = 0;
    return run;
  },
};
