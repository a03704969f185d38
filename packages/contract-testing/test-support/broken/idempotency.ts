import { createIdempotency, createMemoryIdempotencyStore, type IdempotencyStore } from '@contract-kit/middleware';
import { changingResponses, type Deviation } from '../tasks-server.ts';
import type { BrokenServer } from './broken-server.ts';
import { createMeeting } from './meeting.ts';

const withStore =
  (wrap: (store: IdempotencyStore) => IdempotencyStore, scopeOf?: () => string): Deviation =>
  () => ({
    idempotency: createIdempotency({
      store: wrap(createMemoryIdempotencyStore()),
      scopeOf: scopeOf ?? (({ tenantId }) => tenantId),
    }),
  });

/** Servers that execute requests twice, or return the response of another request. */
export const brokenIdempotency: readonly BrokenServer[] = [
  {
    title: 'executes a repeated request again',
    operation: 'todos.create',
    check: 'idempotency.replay',
    deviation: withStore((store) => ({
      ...store,
      execute: async (_, run) => ({ kind: 'executed', response: (await run()).response }),
    })),
  },
  {
    title: 'executes a repeated request again, and returns the stored response',
    operation: 'todos.create',
    check: 'idempotency.replay',
    deviation: withStore((store) => ({
      ...store,
      async execute(claim, run) {
        const outcome = await store.execute(claim, run);
        if (outcome.kind === 'replayed') await run();
        return outcome;
      },
    })),
  },
  {
    title: 'renders a replay again, with different white space',
    operation: 'todos.copy',
    check: 'idempotency.replay',
    deviation: () => ({
      before: changingResponses((text, res) =>
        res.hasHeader('Idempotent-Replayed') ? text.replaceAll(',', ', ') : text,
      ),
    }),
  },
  {
    title: 'forgets the headers of a stored response',
    operation: 'todos.create',
    check: 'idempotency.replay',
    deviation: () => ({
      before: changingResponses((text, res) => {
        if (res.hasHeader('Idempotent-Replayed')) res.removeHeader('Location');
        return text;
      }),
    }),
  },
  {
    title: 'does not say that a response is a replay',
    operation: 'todos.create',
    check: 'idempotency.replay',
    deviation: () => ({
      before: changingResponses((text, res) => {
        res.removeHeader('Idempotent-Replayed');
        return text;
      }),
    }),
  },
  {
    title: 'executes equal requests at once',
    operation: 'todos.create',
    check: 'idempotency.parallel',
    deviation: withStore((store) => {
      const meetAnother = createMeeting();
      return {
        ...store,
        async execute(claim, run) {
          const outcome = await store.execute(claim, async () => {
            await meetAnother();
            return { ...(await run()), keep: 'change-and-response' as const };
          });
          if (outcome.kind !== 'in_progress') return outcome;
          await meetAnother();
          return { kind: 'executed', response: (await run()).response };
        },
      };
    }),
  },
  {
    title: 'returns the stored response to another request',
    operation: 'todos.create',
    check: 'idempotency.reused',
    deviation: withStore((store) => ({
      ...store,
      execute: (claim, run) => store.execute({ ...claim, fingerprint: '' }, run),
    })),
  },
  {
    title: 'shares keys between tenants',
    operation: 'todos.create',
    check: 'idempotency.other-tenant',
    deviation: withStore(
      (store) => store,
      () => 'everybody',
    ),
  },
  {
    title: 'uses up the key of a request it refuses',
    operation: 'todos.create',
    check: 'idempotency.after-validation',
    deviation: () => {
      const used = new Set<unknown>();
      return {
        before: changingResponses((text, res) => {
          const key = res.req.headers['idempotency-key'];
          if (res.statusCode === 422) used.add(key);
          else if (key !== undefined && used.has(key)) {
            res.statusCode = 409;
            res.setHeader('Retry-After', 1);
            const requestId = res.getHeader('X-Request-Id');
            return JSON.stringify({ error: { code: 'idempotency_in_progress', message: 'It runs.', requestId } });
          }
          return text;
        }),
      };
    },
  },
  {
    title: 'accepts a key of any length',
    operation: 'todos.create',
    check: 'idempotency.malformed-key',
    deviation: () => ({
      before: (req, _res, next) => {
        const key = req.headers['idempotency-key'];
        if (typeof key === 'string') req.headers['idempotency-key'] = key.slice(0, 255);
        next();
      },
    }),
  },
];
