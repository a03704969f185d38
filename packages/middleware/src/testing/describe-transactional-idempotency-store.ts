import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { IdempotencyStoreSubject } from './describe-idempotency-store.ts';
import { sample } from './idempotency-samples.ts';

/** A store under test that commits a change and its response together. */
export interface TransactionalIdempotencyStoreSubject extends IdempotencyStoreSubject {
  /** Makes a change in the current transaction. */
  change(label: string): Promise<void>;
  /** Runs a failing statement in the current transaction. */
  failingStatement(): Promise<void>;
  /** The labels of the changes that were committed, seen from outside. */
  changes(): Promise<string[]>;
  /** Ends the connection of the current transaction, as a crash would. */
  crash(): Promise<void>;
}

/**
 * The conformance suite of transactional idempotency stores: the change and its response are kept together or not at
 * all.
 */
export function describeTransactionalIdempotencyStore(
  name: string,
  open: () => Promise<TransactionalIdempotencyStoreSubject>,
): void {
  describe(`${name} as a transactional idempotency store`, () => {
    let subject: TransactionalIdempotencyStoreSubject;
    beforeAll(async () => {
      subject = await open();
    });
    afterAll(() => subject.close?.());

    const changing = (label: string, run: ReturnType<typeof sample.handler>) => async () => {
      await subject.change(label);
      return run();
    };

    test('commits the change with the response', async () => {
      const claim = sample.claim(subject.createScope());
      await subject.store.execute(claim, changing('kept', sample.handler()));
      expect(await subject.changes()).toContain('kept');
    });

    test('undoes the change and keeps the response', async () => {
      const claim = sample.claim(subject.createScope());
      const run = changing('undone', sample.handler({ keep: 'response-only' }));
      await subject.store.execute(claim, run);
      expect(await subject.changes()).not.toContain('undone');
      expect(await subject.store.execute(claim, run)).toMatchObject({ kind: 'replayed' });
    });

    test('undoes the change of an execution of which nothing is kept', async () => {
      const claim = sample.claim(subject.createScope());
      await subject.store.execute(claim, changing('dropped', sample.handler({ keep: 'nothing' })));
      expect(await subject.changes()).not.toContain('dropped');
    });

    test('undoes the change of an execution that throws', async () => {
      const claim = sample.claim(subject.createScope());
      const failing = subject.store.execute(claim, async () => {
        await subject.change('thrown');
        throw new Error('a bug in the handler');
      });
      await expect(failing).rejects.toThrow('a bug in the handler');
      expect(await subject.changes()).not.toContain('thrown');
    });

    test('keeps the response to a conflict that the database detected', async () => {
      const claim = sample.claim(subject.createScope());
      const response = { ...sample.response, status: 409 };
      const conflicting = async () => {
        await subject.change('before the conflict');
        await subject.failingStatement().catch(() => undefined);
        return sample.handler({ keep: 'response-only', response })();
      };
      expect(await subject.store.execute(claim, conflicting)).toEqual({ kind: 'executed', response });
      expect(await subject.changes()).not.toContain('before the conflict');
      expect(await subject.store.execute(claim, sample.handler())).toEqual({ kind: 'replayed', response });
    });

    test('keeps nothing when a handler ignored a failed statement', async () => {
      const claim = sample.claim(subject.createScope());
      const careless = async () => {
        await subject.change('careless');
        await subject.failingStatement().catch(() => undefined);
        return sample.handler()();
      };
      await expect(subject.store.execute(claim, careless)).rejects.toThrow();
      expect(await subject.changes()).not.toContain('careless');
      expect(await subject.store.execute(claim, sample.handler())).toMatchObject({ kind: 'executed' });
    });

    test('leaves nothing of a crashed request, whose key is free at once', async () => {
      const claim = sample.claim(subject.createScope());
      const crashing = subject.store.execute(claim, async () => {
        await subject.change('crashed');
        await subject.crash();
        return sample.handler()();
      });
      await expect(crashing).rejects.toThrow();
      expect(await subject.changes()).not.toContain('crashed');
      const retry = await subject.store.execute(claim, changing('retried', sample.handler()));
      expect(retry).toMatchObject({ kind: 'executed' });
      expect((await subject.changes()).filter((label) => label === 'retried')).toHaveLength(1);
    });

    test('makes one change for twenty requests that arrive together and retry', async () => {
      const claim = sample.claim(subject.createScope());
      const untilResponse = async (): Promise<string> => {
        for (;;) {
          const { kind } = await subject.store.execute(claim, changing('once', sample.handler()));
          if (kind !== 'in_progress') return kind;
        }
      };
      const kinds = await Promise.all(Array.from({ length: 20 }, untilResponse));
      expect(kinds.sort()).toEqual(['executed', ...Array(19).fill('replayed')]);
      expect((await subject.changes()).filter((label) => label === 'once')).toHaveLength(1);
    });
  });
}
