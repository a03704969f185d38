import type { Execution, IdempotencyClaim, StoredResponse } from '../idempotency/idempotency-store.ts';

const dayMs = 24 * 3_600_000;

/** Claims and responses for the suites. */
export const sample = {
  response: {
    status: 201,
    headers: { location: '/todos/1', etag: '"1.1"' },
    body: Buffer.from('{"data":{"title":"été \\u0000 \u{1F600}","z":1,"a":2}}'),
  } satisfies StoredResponse,

  claim(scope: string, changes: Partial<IdempotencyClaim> = {}): IdempotencyClaim {
    const claim = {
      scope,
      caller: null,
      key: 'k1',
      route: 'todos.create',
      fingerprint: 'f1',
      ttlMs: dayMs,
      large: false,
    };
    return { ...claim, ...changes };
  },

  /** A handler that responds, and counts how often it ran. */
  handler(execution: Partial<Execution> = {}) {
    const run = async (): Promise<Execution> => {
      run.calls += 1;
      return { response: sample.response, keep: 'change-and-response', ...execution };
    };
    run.calls = 0;
    return run;
  },
};
