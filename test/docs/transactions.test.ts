import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ApiError } from '@contract-kit/http-spec';
import { postgresSchema } from '@contract-kit/middleware/postgres';
import { type Api, createApi } from '@product-content/test-support/app/api';
import { createScratchDatabase, type ScratchDatabase } from '@product-content/test-support/database';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Notes } from '../../docs/guides/snippets/transactions/notes.ts';
import { createNotesServer } from '../../docs/guides/snippets/transactions/notes-server.ts';
import { createNotesWithDrizzle } from '../../docs/guides/snippets/transactions/with-drizzle.ts';
import { createNotesWithKysely } from '../../docs/guides/snippets/transactions/with-kysely.ts';
import { createNotesWithMikroOrm } from '../../docs/guides/snippets/transactions/with-mikro-orm.ts';
import { createNotesWithPg } from '../../docs/guides/snippets/transactions/with-pg.ts';

const recipes: [name: string, create: (url: string) => Notes | Promise<Notes>][] = [
  ['pg', createNotesWithPg],
  ['Kysely', createNotesWithKysely],
  ['Drizzle', createNotesWithDrizzle],
  ['MikroORM', createNotesWithMikroOrm],
];

describe.each(recipes)('the recipe for %s', (_, create) => {
  let database: ScratchDatabase;
  /** Sees what was committed, from outside. */
  let outside: pg.Pool;
  let notes: Notes;
  let http: Server;
  let api: Api;
  /** What the handler does beside adding the note. */
  let whenAdded: (label: string) => Promise<void> | void;

  beforeAll(async () => {
    database = await createScratchDatabase();
    outside = new pg.Pool({ connectionString: database.url, max: 1 });
    await outside.query(postgresSchema.idempotencyRecord({ scopeColumn: 'tenant', scopeType: 'text' }));
    await outside.query('create table note (label text primary key)');
    notes = await create(database.url);
    ({ http, api } = await serve());
  });

  beforeEach(() => {
    whenAdded = () => undefined;
  });

  afterAll(async () => {
    http?.closeAllConnections();
    http?.close();
    await notes?.close();
    await outside?.end();
    await database?.drop();
  });

  async function serve() {
    const { app, key } = createNotesServer(notes, (label) => whenAdded(label));
    const server = createServer(app);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return { http: server, api: createApi(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, key) };
  }

  const post = (label: string) => api.post('/notes', { label }, { 'idempotency-key': label.replaceAll(' ', '-') });
  const isKept = async (label: string) => {
    const { rowCount } = await outside.query('select from note where label = $1', [label]);
    return rowCount === 1;
  };

  it('commits the response with the changes of the handler, and replays it', async () => {
    whenAdded = async (label) => expect(await isKept(label)).toBe(false);
    const [first, second] = [await post('kept'), await post('kept')];
    expect([first.status, second.status, second.text]).toEqual([201, 201, first.text]);
    expect(second.headers.get('idempotent-replayed')).toBe('true');
    expect(await isKept('kept')).toBe(true);
  });

  it('rolls back the changes of the handler when it throws, and stores a conflict as the response', async () => {
    whenAdded = () => Promise.reject(new ApiError('conflict', 'Too late.'));
    const [first, second] = [await post('undone'), await post('undone')];
    expect([first.status, second.status, second.headers.get('idempotent-replayed')]).toEqual([409, 409, 'true']);
    expect(await isKept('undone')).toBe(false);
  });

  it('keeps nothing of a request whose connection is lost before the commit, and frees its key', async () => {
    whenAdded = async () => {
      await outside.query(`select pg_terminate_backend(pid, 5000) from pg_locks where locktype = 'advisory'
        and database = (select oid from pg_database where datname = current_database())`);
    };
    expect((await post('killed')).status).toBe(500);
    expect(await isKept('killed')).toBe(false);
    whenAdded = () => undefined;
    expect((await post('killed')).status).toBe(201);
    expect(await isKept('killed')).toBe(true);
  });

  it('lets work that outlives its handler write separately, after six other requests', async () => {
    const resume = Promise.withResolvers<void>();
    let late: Promise<void> | undefined;
    whenAdded = () => {
      late = resume.promise.then(() => notes.add('left behind'));
    };
    expect((await post('leaves work behind')).status).toBe(201);
    whenAdded = () => undefined;
    for (let index = 1; index <= 5; index += 1) expect((await post(`other ${index}`)).status).toBe(201);
    whenAdded = async () => {
      resume.resolve();
      await late;
      throw new Error('a bug in the handler');
    };
    expect((await post('the sixth')).status).toBe(500);
    expect([await isKept('the sixth'), await isKept('left behind')]).toEqual([false, true]);
  });
});
