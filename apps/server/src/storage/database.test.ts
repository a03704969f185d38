import { randomUUID } from 'node:crypto';
import { createPostgresIdempotencyStore } from '@contract-kit/middleware/postgres';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { countStatements } from '#testing/count-statements.ts';
import { createTestDatabase, type TestDatabase } from '#testing/test-database.ts';
import { WorkspaceEntity } from '../features/workspaces/workspace.entity.ts';
import type { Database } from './database.ts';
import { violatedConstraint } from './sql-values.ts';
import type { Transaction } from './transaction/transaction.ts';

let test: TestDatabase;
let database: Database;
beforeAll(async () => {
  test = await createTestDatabase();
  database = test.database;
  await database.query('create table entry (name text primary key)');
});
afterAll(() => test.drop());
beforeEach(() => database.query('truncate entry'));

const insert = (name: string) => database.query('insert into entry values ($1)', [name], 'entry.insert');
const names = async () => {
  const { rows } = await database.query<{ name: string }>('select name from entry order by 1');
  return rows.map((row) => row.name);
};

describe('query', () => {
  it('reads values without loss', async () => {
    const { rows } = await database.query(`
      select '2026-01-02T03:04:05.678Z'::timestamptz as instant, '2026-01-02'::date as day, 9007199254740991 as count,
        1234567890123.4567::numeric as amount, '{"a":[1]}'::jsonb as document, '{x,NULL}'::text[] as list,
        '\\x00ff'::bytea as bytes`);
    expect(rows).toEqual([
      {
        instant: new Date('2026-01-02T03:04:05.678Z'),
        day: '2026-01-02',
        count: 9007199254740991,
        amount: '1234567890123.4567',
        document: { a: [1] },
        list: ['x', null],
        bytes: Buffer.from([0, 255]),
      },
    ]);
  });

  it('refuses to round a bigint', async () => {
    await expect(database.query('select 9007199254740993 as count')).rejects.toThrow(RangeError);
  });

  it('plans a named statement once per connection', async () => {
    await database.transaction(async (tx) => {
      for (const name of ['a', 'b']) await tx.query('insert into entry values ($1)', [name], 'entry.planned');
      const { rows } = await tx.query(
        `select generic_plans + custom_plans as runs from pg_prepared_statements where name = 'entry.planned'`,
      );
      expect(rows).toEqual([{ runs: 2 }]);
    });
  });
});

describe('transaction', () => {
  it('commits what its work did', async () => {
    await database.transaction(() => insert('a'));
    expect(await names()).toEqual(['a']);
  });

  it('rolls its work back when it throws, and passes the error on', async () => {
    const failure = new Error('no');
    const run = database.transaction(async () => {
      await insert('a');
      throw failure;
    });
    await expect(run).rejects.toBe(failure);
    expect(await names()).toEqual([]);
  });

  it('is joined by the transactions its work opens', async () => {
    const { statements } = await countStatements(database, () =>
      database.transaction(async (outer) => {
        await database.transaction(async (inner) => {
          expect(inner).toBe(outer);
          await insert('a');
        });
        expect(await names()).toEqual(['a']);
        expect(database.current()).toBe(outer);
      }),
    );
    expect(statements).toBe(4);
    expect(database.current()).toBeNull();
  });

  it('is not visible to others before it commits', async () => {
    let seen: string[] = [];
    let release = () => {};
    const read = new Promise<void>((resolve) => {
      release = resolve;
    }).then(async () => {
      seen = await names();
    });
    await database.transaction(async () => {
      await insert('a');
      release();
      await read;
    });
    expect(seen).toEqual([]);
  });

  it('fails when its work ignored the error of a statement', async () => {
    const run = database.transaction(async () => {
      await insert('a');
      await database.query('select 1 / 0').catch(() => undefined);
    });
    await expect(run).rejects.toThrow('was rolled back');
    expect(await names()).toEqual([]);
  });

  it('fails when the connection breaks, and the next one works', async () => {
    const run = database.transaction(async (tx) => {
      await insert('a');
      const { rows } = await tx.query<{ pid: number }>('select pg_backend_pid() as pid');
      await tx.query('select pg_terminate_backend($1)', [rows[0]?.pid ?? 0]);
    });
    await expect(run).rejects.toThrow();
    await database.transaction(() => insert('b'));
    expect(await names()).toEqual(['b']);
  });

  it('refuses statements of work that outlived it', async () => {
    let late = Promise.resolve();
    let release = () => {};
    const over = new Promise<void>((resolve) => {
      release = resolve;
    });
    await database.transaction(async (tx) => {
      late = over.then(async () => {
        expect(database.current()).toBeNull();
        await expect(tx.query('select 1')).rejects.toThrow('The transaction has ended');
        await database.transaction(() => insert('late'));
      });
    });
    release();
    await late;
    expect(await names()).toEqual(['late']);
  });

  it('refuses a statement that would run right after its commit', async () => {
    let kept: Transaction | undefined;
    let late: Promise<unknown> | undefined;
    const stop = database.onStatement((text) => {
      if (text === 'commit') late = kept?.query("insert into entry values ('behind')").catch((error: unknown) => error);
    });
    await database.transaction(async (tx) => {
      kept = tx;
      await insert('a');
    });
    stop();
    expect(await late).toMatchObject({ message: expect.stringContaining('The transaction has ended') });
    expect(await names()).toEqual(['a']);
  });

  it('is not found by work that a keyed handler left behind, even before it commits', async () => {
    const store = createPostgresIdempotencyStore({
      transaction: database.transactionRunner,
      scopeColumn: 'workspace_id',
    });
    const [returned, looked] = [Promise.withResolvers<void>(), Promise.withResolvers<unknown>()];
    const stop = database.onStatement((text) => {
      if (text.startsWith('release savepoint')) returned.resolve();
    });
    const claim = {
      scope: randomUUID(),
      caller: null,
      key: 'k',
      route: 'entries.create',
      fingerprint: 'f',
      ttlMs: 60_000,
    };
    await store.execute({ ...claim, large: false }, async () => {
      void returned.promise.then(() => looked.resolve(database.current()));
      await insert('a');
      return { response: { status: 201, headers: {}, body: null }, keep: 'change-and-response' };
    });
    stop();
    expect(await looked.promise).toBeNull();
    expect(await names()).toEqual(['a']);
  });

  it('commits or rolls back statements of the entity manager too', async () => {
    const workspace = {
      id: '01890a5d-ac96-774b-bcce-b302099a8057',
      slug: 'em',
      name: 'EM',
      defaultLocale: 'en',
      locales: ['en'],
      defaultCurrency: 'EUR',
      currencies: ['EUR'],
      createdAt: new Date('2026-01-02T03:04:05.678Z'),
      catalogVersion: 1,
    };
    const run = database.transaction(async (tx) => {
      tx.em.create(WorkspaceEntity, workspace);
      await tx.em.flush();
      expect(await tx.em.fork({ keepTransactionContext: true }).findOne(WorkspaceEntity, { slug: 'em' })).toMatchObject(
        workspace,
      );
      throw new Error('undo');
    });
    await expect(run).rejects.toThrow('undo');
    expect(await database.query('select from workspace')).toMatchObject({ rowCount: 0 });
  });

  it('flushes the entity manager before it commits', async () => {
    await database.transaction(async (tx) => {
      await tx.em.transactional(async (em) => {
        em.create(WorkspaceEntity, {
          id: '01890a5d-ac96-774b-bcce-b302099a8057',
          slug: 'flushed',
          name: 'Flushed',
          defaultLocale: 'en',
          locales: ['en'],
          defaultCurrency: 'EUR',
          currencies: ['EUR'],
          createdAt: new Date(),
        });
      });
      await tx.em
        .transactional(async (em) => {
          await em.nativeDelete(WorkspaceEntity, {});
          throw new Error('undo');
        })
        .catch(() => undefined);
      const workspace = await tx.em.findOneOrFail(WorkspaceEntity, { slug: 'flushed' });
      workspace.name = 'Renamed';
    });
    const { rows } = await database.query('delete from workspace returning name');
    expect(rows).toEqual([{ name: 'Renamed' }]);
  });
});

describe('savepoint', () => {
  it('undoes only its own work', async () => {
    await database.transaction(async (tx) => {
      await insert('a');
      await tx
        .savepoint(async () => {
          await insert('b');
          await insert('a');
        })
        .catch(() => undefined);
      await tx.savepoint(() => insert('c'));
    });
    expect(await names()).toEqual(['a', 'c']);
  });

  it('names the constraint its work violated', async () => {
    await insert('a');
    const error = await insert('a').catch((cause: unknown) => cause);
    expect(violatedConstraint(error)).toBe('entry_pkey');
  });
});

describe('afterCommit', () => {
  it('runs once the outermost transaction is committed and visible', async () => {
    const seen: string[][] = [];
    await database.transaction(async () => {
      await database.transaction(async (tx) => {
        await insert('a');
        tx.afterCommit(async () => {
          seen.push(await names());
        });
      });
      expect(seen).toEqual([]);
    });
    expect(seen).toEqual([['a']]);
  });

  it('does not run after a rollback, nor for a savepoint that was rolled back', async () => {
    const ran: string[] = [];
    await database
      .transaction(async (tx) => {
        tx.afterCommit(() => void ran.push('rolled back'));
        throw new Error('undo');
      })
      .catch(() => undefined);
    await database.transaction(async (tx) => {
      tx.afterCommit(() => void ran.push('kept'));
      await tx
        .savepoint(async () => {
          tx.afterCommit(() => void ran.push('undone'));
          throw new Error('undo');
        })
        .catch(() => undefined);
    });
    expect(ran).toEqual(['kept']);
  });

  it('does not affect the commit when it fails', async () => {
    const run = database.transaction(async (tx) => {
      await insert('a');
      tx.afterCommit(() => {
        throw new Error('late');
      });
    });
    await expect(run).resolves.toBeUndefined();
    expect(await names()).toEqual(['a']);
  });
});

describe('retrying', () => {
  /** Takes the first free name, like code that checks before it inserts. */
  const takeFree = async () => {
    const taken = await names();
    await insert(`n${taken.length}`);
  };

  it('runs colliding work again until it fits', async () => {
    await Promise.all(Array.from({ length: 4 }, () => database.retrying(takeFree, { attempts: 20 })));
    expect(await names()).toEqual(['n0', 'n1', 'n2', 'n3']);
  });

  it('keeps the earlier work of the running transaction', async () => {
    let runs = 0;
    await database.transaction(async () => {
      await insert('before');
      await database.retrying(async () => {
        runs += 1;
        await insert(runs < 3 ? 'before' : 'after');
      });
    });
    expect(runs).toBe(3);
    expect(await names()).toEqual(['after', 'before']);
  });

  it('gives up after its attempts', async () => {
    await insert('a');
    let runs = 0;
    const run = database.retrying(
      () => {
        runs += 1;
        return insert('a');
      },
      { attempts: 3 },
    );
    await expect(run).rejects.toMatchObject({ code: '23505' });
    expect(runs).toBe(3);
  });

  it('does not run again after any other error', async () => {
    let runs = 0;
    const run = database.retrying(async () => {
      runs += 1;
      await database.query('select 1 / 0');
    });
    await expect(run).rejects.toMatchObject({ code: '22012' });
    expect(runs).toBe(1);
  });
});
