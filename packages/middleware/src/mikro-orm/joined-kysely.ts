import { Kysely, PostgresDialect } from 'kysely';

/** Runs one statement on the connection of a transaction, with the result as `pg` returns it. */
export type StatementRunner = (
  text: string,
  values: unknown[],
) => Promise<{ command: string; rowCount: number | null; rows: unknown[] }>;

/**
 * A Kysely on the connection of a transaction that is open already. Give it to `em.setTransactionContext()`: the entity
 * manager then works within that transaction, and its `transactional()` makes savepoints of it. `em.stream()` needs a
 * cursor and throws.
 *
 * @example
 * em.setTransactionContext(joinedKysely((text, values) => client.query(text, values)));
 */
export function joinedKysely(run: StatementRunner): Kysely<unknown> {
  return new JoinedKysely(run);
}

/** MikroORM asks its transaction context for the last three methods. */
class JoinedKysely extends Kysely<unknown> {
  readonly #run: StatementRunner;

  constructor(run: StatementRunner) {
    const client = {
      query: (text: string, values: readonly unknown[] = []) => run(text, [...values]),
      release: () => undefined,
    };
    super({
      dialect: new PostgresDialect({
        pool: { connect: async () => client, end: async () => undefined, options: {} } as never,
      }),
    });
    this.#run = run;
  }

  savepoint(name: string): { execute(): Promise<JoinedKysely> } {
    return {
      execute: async () => {
        await this.#run(`savepoint ${name}`, []);
        return new JoinedKysely(this.#run);
      },
    };
  }

  rollbackToSavepoint(name: string): { execute(): Promise<void> } {
    return this.#statement(`rollback to savepoint ${name}`);
  }

  releaseSavepoint(name: string): { execute(): Promise<void> } {
    return this.#statement(`release savepoint ${name}`);
  }

  #statement(text: string): { execute(): Promise<void> } {
    return {
      execute: async () => {
        await this.#run(text, []);
      },
    };
  }
}
