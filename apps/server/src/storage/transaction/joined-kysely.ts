import { Kysely, PostgresDialect } from 'kysely';

/** Runs one statement on the connection of the transaction. */
export type StatementRunner = (
  text: string,
  values: unknown[],
) => Promise<{ command: string; rowCount: number | null; rows: unknown[] }>;

/**
 * A Kysely on the connection of a transaction that is open already. MikroORM takes it as its transaction
 * context, so that an entity manager works within it; `em.transactional()` makes savepoints of it.
 */
export function joinedKysely(run: StatementRunner): JoinedKysely {
  return new JoinedKysely(run);
}

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
