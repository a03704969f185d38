import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { IdempotencyStore } from '../idempotency/idempotency-store.ts';
import { sample } from './idempotency-samples.ts';

/** A store under test, with its time. */
export interface IdempotencyStoreSubject {
  readonly store: IdempotencyStore;
  /** The budget of the store: 1 MiB to a few MiB, because the suite uses it up. */
  readonly budgetBytes: number;
  /** Advances the clock of the store. */
  advance(ms: number): void;
  /** A new scope in the application's form. */
  createScope(): string;
  close?(): Promise<void>;
}

/** The conformance suite of idempotency stores. A transactional store must also pass the transactional suite. */
export function describeIdempotencyStore(name: string, open: () => Promise<IdempotencyStoreSubject>): void {
  describe(`${name} as an idempotency store`, () => {
    let subject: IdempotencyStoreSubject;
    beforeAll(async () => {
      subject = await open();
    });
    afterAll(() => subject.close?.());

    test('executes once and replays the response byte for byte', async () => {
      const claim = sample.claim(subject.createScope());
      const run = sample.handler();
      expect(await subject.store.execute(claim, run)).toEqual({ kind: 'executed', response: sample.response });
      const replay = await subject.store.execute(claim, run);
      expect(replay).toEqual({ kind: 'replayed', response: sample.response });
      expect(run.calls).toBe(1);
    });

    test('replays a response without a body', async () => {
      const claim = sample.claim(subject.createScope());
      const run = sample.handler({ response: { status: 204, headers: {}, body: null } });
      await subject.store.execute(claim, run);
      expect(await subject.store.execute(claim, run)).toEqual({
        kind: 'replayed',
        response: { status: 204, headers: {}, body: null },
      });
    });

    test('replays an error whose change was undone', async () => {
      const claim = sample.claim(subject.createScope());
      const run = sample.handler({ keep: 'response-only', response: { ...sample.response, status: 409 } });
      await subject.store.execute(claim, run);
      expect(await subject.store.execute(claim, run)).toMatchObject({ kind: 'replayed', response: { status: 409 } });
      expect(run.calls).toBe(1);
    });

    test('returns reused when the key comes with another request', async () => {
      const claim = sample.claim(subject.createScope());
      await subject.store.execute(claim, sample.handler());
      const other = sample.handler();
      expect(await subject.store.execute({ ...claim, fingerprint: 'f2' }, other)).toEqual({ kind: 'reused' });
      expect(other.calls).toBe(0);
    });

    test('keeps scopes, keys and routes apart', async () => {
      const claim = sample.claim(subject.createScope());
      const run = sample.handler();
      await subject.store.execute(claim, run);
      const others = [{ scope: subject.createScope() }, { key: 'K1' }, { key: 'k1 ' }, { route: 'todos.bulk' }];
      for (const other of others) {
        expect(await subject.store.execute({ ...claim, ...other, fingerprint: 'f2' }, run)).toMatchObject({
          kind: 'executed',
        });
      }
    });

    test('keeps callers apart when a response is for its caller alone', async () => {
      const claim = sample.claim(subject.createScope(), { caller: 'ada' });
      const run = sample.handler();
      await subject.store.execute(claim, run);
      for (const caller of ['bob', null]) {
        const other = { ...claim, caller, fingerprint: 'f2' };
        expect(await subject.store.execute(other, run)).toMatchObject({ kind: 'executed' });
      }
      expect(await subject.store.execute(claim, run)).toMatchObject({ kind: 'replayed' });
    });

    test('keeps nothing of an execution with keep: nothing', async () => {
      const claim = sample.claim(subject.createScope());
      const response = { ...sample.response, status: 503 };
      const failing = sample.handler({ keep: 'nothing', response });
      expect(await subject.store.execute(claim, failing)).toEqual({ kind: 'executed', response });
      expect(await subject.store.execute({ ...claim, fingerprint: 'f2' }, sample.handler())).toMatchObject({
        kind: 'executed',
      });
    });

    test('passes the error of a failing execution on and frees the key', async () => {
      const claim = sample.claim(subject.createScope());
      const bug = new Error('a bug in the handler');
      await expect(subject.store.execute(claim, () => Promise.reject(bug))).rejects.toBe(bug);
      expect(await subject.store.execute(claim, sample.handler())).toMatchObject({ kind: 'executed' });
    });

    test('returns in_progress while the first request runs', async () => {
      const claim = sample.claim(subject.createScope());
      const entered = Promise.withResolvers<void>();
      const finish = Promise.withResolvers<void>();
      const first = subject.store.execute(claim, async () => {
        entered.resolve();
        await finish.promise;
        return sample.handler()();
      });
      await entered.promise;
      const second = sample.handler();
      expect(await subject.store.execute(claim, second)).toEqual({ kind: 'in_progress' });
      finish.resolve();
      expect(await first).toMatchObject({ kind: 'executed' });
      expect(await subject.store.execute(claim, second)).toMatchObject({ kind: 'replayed' });
      expect(second.calls).toBe(0);
    });

    test('runs one of twenty requests that arrive together', async () => {
      const claim = sample.claim(subject.createScope());
      const run = sample.handler();
      const outcomes = await Promise.all(Array.from({ length: 20 }, () => subject.store.execute(claim, run)));
      expect(run.calls).toBe(1);
      expect(outcomes.filter(({ kind }) => kind === 'executed')).toHaveLength(1);
      expect(outcomes.filter(({ kind }) => kind === 'reused')).toHaveLength(0);
    });

    test('replays to each of twenty repetitions that arrive together', async () => {
      const claim = sample.claim(subject.createScope());
      await subject.store.execute(claim, sample.handler());
      const again = sample.handler();
      const outcomes = await Promise.all(Array.from({ length: 20 }, () => subject.store.execute(claim, again)));
      expect(outcomes.map(({ kind }) => kind)).toEqual(Array(20).fill('replayed'));
      expect(again.calls).toBe(0);
    });

    test('executes again when the response has expired, whatever the request', async () => {
      const claim = sample.claim(subject.createScope(), { ttlMs: 60 });
      await subject.store.execute(claim, sample.handler());
      subject.advance(61);
      const second = sample.handler({ response: { ...sample.response, status: 200 } });
      const other = { ...claim, fingerprint: 'f2', ttlMs: 60 };
      expect(await subject.store.execute(other, second)).toMatchObject({ kind: 'executed' });
      expect(await subject.store.execute(other, second)).toMatchObject({ kind: 'replayed', response: { status: 200 } });
    });

    test('counts the time to live from completion', async () => {
      const claim = sample.claim(subject.createScope(), { ttlMs: 100 });
      await subject.store.execute(claim, async () => {
        subject.advance(80);
        return sample.handler()();
      });
      subject.advance(99);
      expect(await subject.store.execute(claim, sample.handler())).toMatchObject({ kind: 'replayed' });
      subject.advance(1);
      expect(await subject.store.execute(claim, sample.handler())).toMatchObject({ kind: 'executed' });
    });

    describe('with a budget that is used up', () => {
      /** Random bytes, which no store can compress. */
      const half = () => {
        return sample.handler({ response: { ...sample.response, body: randomBytes(subject.budgetBytes / 2) } });
      };
      const useUp = async (scope: string) => {
        const first = sample.claim(scope, { key: 'first', large: true, ttlMs: 60_000 });
        await subject.store.execute(first, half());
        subject.advance(20_000);
        await subject.store.execute({ ...first, key: 'second' }, half());
        return first;
      };

      test('refuses a large response before it runs, with the time until room frees', async () => {
        const claim = { ...(await useUp(subject.createScope())), key: 'third' };
        const run = half();
        expect(await subject.store.execute(claim, run)).toEqual({ kind: 'over_budget', retryAfterMs: 40_000 });
        expect(run.calls).toBe(0);
        subject.advance(40_000);
        expect(await subject.store.execute(claim, run)).toMatchObject({ kind: 'executed' });
      });

      test('still replays, runs requests with small responses, and serves other scopes', async () => {
        const first = await useUp(subject.createScope());
        const run = sample.handler();
        expect(await subject.store.execute(first, run)).toMatchObject({ kind: 'replayed' });
        expect(run.calls).toBe(0);
        const others = [{ key: 'third', large: false }, { scope: subject.createScope() }];
        for (const other of others) {
          expect(await subject.store.execute({ ...first, ...other }, run)).toMatchObject({ kind: 'executed' });
        }
      });

      test('has room again when responses are swept, or replaced by smaller ones after they expire', async () => {
        const scope = subject.createScope();
        const first = await useUp(scope);
        subject.advance(60_000);
        await subject.store.execute(first, sample.handler());
        await subject.store.execute({ ...first, key: 'third' }, half());
        await subject.store.sweep();
        const claim = { ...first, key: 'fourth', ttlMs: 1000 };
        expect(await subject.store.execute(claim, half())).toMatchObject({ kind: 'executed' });
        expect(await subject.store.execute({ ...claim, key: 'fifth' }, half())).toMatchObject({ kind: 'over_budget' });
      });
    });

    test('sweeps expired responses and keeps the others', async () => {
      const scope = subject.createScope();
      const lasting = sample.claim(scope, { key: 'lasting' });
      await subject.store.execute(lasting, sample.handler());
      await subject.store.sweep();
      for (const key of ['a', 'b', 'c']) {
        await subject.store.execute(sample.claim(scope, { key, ttlMs: 5 }), sample.handler());
      }
      subject.advance(6);
      expect(await subject.store.sweep({ batchSize: 2 })).toBe(3);
      expect(await subject.store.sweep({ batchSize: 2 })).toBe(0);
      expect(await subject.store.execute(lasting, sample.handler())).toMatchObject({ kind: 'replayed' });
    });
  });
}
