import type { EntityManager } from '@mikro-orm/core';
import { CompiledQuery, type ControlledTransaction } from 'kysely';
import type { TransactionRunner } from '../postgres/sql.ts';
import { createTransactionRunner } from '../postgres/transaction-runner.ts';
import { transactionOn } from './transaction-on.ts';

export interface MikroOrmTransactionRunnerOptions {
  /** Connections of the ORM's pool, its option `pool.max`. The idempotency store leaves some of them free. */
  readonly poolSize?: number;
}

/** Transactions of MikroORM, and access to the current one. */
export interface MikroOrmTransactionRunner<Manager> {
  /** Runs work in `em.transactional()`; inside one, joins the current transaction. */
  readonly transaction: TransactionRunner;
  /**
   * The entity manager of the transaction the calling code runs in; null outside of one, and in work that outlives its
   * handler. The global entity manager and the one of a `RequestContext` resolve to it automatically; one that you
   * forked does not.
   */
  readonly currentEntityManager: () => Manager | null;
}

/**
 * Joins idempotency to `em.transactional()`: the response stored for an Idempotency-Key is committed with what the
 * handler flushes. Handlers use the ORM as usual; `em.transactional()` within one is a savepoint. Unflushed changes are
 * flushed when the handler returns, and discarded when it throws.
 *
 * Work that outlives its handler continues without the transaction: its next `flush()` runs in a new one. Statements of
 * work that outlives an inner `em.transactional()`, or that uses an earlier result of `em.getKysely()`, are refused.
 *
 * @param em the global entity manager of a PostgreSQL database (`orm.em`).
 *
 * @example
 * const { transaction } = createMikroOrmTransactionRunner(orm.em, { poolSize: 10 });
 * const store = createPostgresIdempotencyStore({ transaction });
 */
export function createMikroOrmTransactionRunner<Manager extends EntityManager>(
  em: Manager,
  { poolSize }: MikroOrmTransactionRunnerOptions = {},
): MikroOrmTransactionRunner<Manager> {
  const { transaction, currentTransaction } = createTransactionRunner<JoinedTransaction<Manager>>({
    begin: (work) => begin(em, work),
    savepoint: (outer, work) => outer.em.transactional((inner) => join(inner, work)),
    query: ({ statements }, text, values) => statements.executeQuery<object>(CompiledQuery.raw(text, values)),
    ...(poolSize !== undefined && { poolSize }),
  });
  return { transaction, currentEntityManager: () => currentTransaction()?.em ?? null };
}

interface JoinedTransaction<Manager> {
  readonly em: Manager;
  readonly statements: ControlledTransaction<unknown>;
}

async function begin<Manager extends EntityManager, Result>(
  em: Manager,
  work: (transaction: JoinedTransaction<Manager>) => Promise<Result>,
): Promise<Result> {
  let begun: ControlledTransaction<unknown> | undefined;
  try {
    return await em.transactional((inner) => {
      begun = inner.getTransactionContext<ControlledTransaction<unknown>>();
      return join(inner, work);
    });
  } catch (error) {
    if (begun !== undefined && !('savepointName' in begun)) await releaseLost(begun);
    throw error;
  }
}

/**
 * Returns the lost connection of a transaction to the pool: Kysely keeps a connection whose rollback fails, and the
 * pool would have one less forever.
 */
async function releaseLost(transaction: ControlledTransaction<unknown>): Promise<void> {
  if (transaction.isCommitted || transaction.isRolledBack) return;
  await transaction.getExecutor().provideConnection(async (connection) => {
    const probe = connection.executeQuery(CompiledQuery.raw('select 1'));
    if (
      await probe.then(
        () => true,
        () => false,
      )
    )
      return;
    // There is nothing to roll back, but Kysely releases the connection only after a successful rollback.
    connection.executeQuery = async () => ({ rows: [] });
    await transaction.rollback().execute();
  });
}

/** Puts a gate between an entity manager and its transaction. The gate closes when the work has settled. */
async function join<Manager extends EntityManager, Result>(
  em: Manager,
  work: (transaction: JoinedTransaction<Manager>) => Promise<Result>,
): Promise<Result> {
  const outer = em.getTransactionContext<ControlledTransaction<unknown>>() as ControlledTransaction<unknown>;
  let ended = false;
  const assertRunning = () => {
    if (ended) throw new Error('The transaction has ended: work that outlives a request needs its own transaction.');
  };
  const statements = transactionOn({
    async executeQuery<Row>(query: CompiledQuery) {
      assertRunning();
      return outer.executeQuery<Row>(query as CompiledQuery<Row>);
    },
    streamQuery<Row>(query: CompiledQuery, chunkSize: number) {
      assertRunning();
      return outer.getExecutor().stream<Row>(query as CompiledQuery<Row>, chunkSize);
    },
  });
  em.setTransactionContext(statements);
  try {
    const result = await work({ em, statements });
    await em.flush();
    return result;
  } finally {
    ended = true;
    // MikroORM leaves it in place, and code that gets this entity manager later would use it.
    em.resetTransactionContext();
  }
}
