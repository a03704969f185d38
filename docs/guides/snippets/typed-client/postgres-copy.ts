import type { Pool } from 'pg';
import type { CopiedProduct, CopyStore, Progress } from './product-copy.ts';

const tables = `
  create table if not exists product_copy (
    id text primary key, version integer not null, read integer not null, product jsonb not null
  );
  create table if not exists copy_progress (id integer primary key check (id = 1), progress jsonb not null)`;

/** Part of the statements below: what they change is committed with the progress, or not at all. */
const noted = `
  noted as (
    insert into copy_progress (id, progress) values (1, $1) on conflict (id) do update set progress = excluded.progress
  )`;

const save = `
  with ${noted}, removed as (delete from product_copy where id = any($2::text[]))
  insert into product_copy (id, version, read, product)
  select p ->> 'id', (p ->> 'version')::integer, ($1::jsonb ->> 'read')::integer, p from jsonb_array_elements($3) p
  on conflict (id) do update set version = excluded.version, read = excluded.read, product = excluded.product
  where product_copy.read < excluded.read or product_copy.version < excluded.version`;

const endRead = `with ${noted} delete from product_copy where read < ($1::jsonb ->> 'read')::integer`;

/** A copy in two tables of a PostgreSQL database. */
export class PostgresCopy implements CopyStore {
  readonly #pool: Pool;

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  async createTables(): Promise<void> {
    await this.#pool.query(tables);
  }

  async progress(): Promise<Progress | null> {
    const { rows } = await this.#pool.query<{ progress: Progress }>('select progress from copy_progress');
    return rows[0]?.progress ?? null;
  }

  async save(products: readonly CopiedProduct[], deleted: readonly string[], progress: Progress): Promise<void> {
    await this.#pool.query(save, [JSON.stringify(progress), deleted, JSON.stringify(products)]);
  }

  async endRead(progress: Progress): Promise<void> {
    await this.#pool.query(endRead, [JSON.stringify(progress)]);
  }
}
