import { ApiError, type EntityTag, type EntityTagCondition } from '@contract-kit/http-spec';
import { notFound } from '@contract-kit/middleware';
import type { SqlExecutor } from '@contract-kit/middleware/postgres';
import type { Todo } from './contract.ts';
import { apiError } from './vocabulary.ts';

export interface TodoRow {
  readonly id: string;
  /** The to-do as JSON text. */
  readonly document: string;
}

const toDocument = (todo: Todo) => JSON.stringify(todo);
const maxTodos = 1000;

export const tagOf = (id: string, version: number): EntityTag => ({ value: `${id}.${version}`, weak: false });

/** The rows. `executor` is asked for each statement: within a keyed request it is the running transaction. */
export class TodoRepository {
  readonly #executor: () => SqlExecutor;

  constructor(executor: () => SqlExecutor) {
    this.#executor = executor;
  }

  async tag(tenant: string, id: string): Promise<EntityTag | null> {
    const sql = 'select version from todo where tenant = $1 and id = $2';
    const { rows } = await this.#executor().query<{ version: number }>(sql, [tenant, id]);
    return rows[0] === undefined ? null : tagOf(id, rows[0].version);
  }

  async get(tenant: string, id: string): Promise<{ document: string; tag: EntityTag }> {
    const sql = 'select version, document from todo where tenant = $1 and id = $2';
    const { rows } = await this.#executor().query<{ version: number; document: string }>(sql, [tenant, id]);
    const [row] = rows;
    if (row === undefined) throw notFound('todo');
    return { document: row.document, tag: tagOf(id, row.version) };
  }

  async count(tenant: string): Promise<number> {
    const sql = 'select count(*)::int as total from todo where tenant = $1';
    const { rows } = await this.#executor().query<{ total: number }>(sql, [tenant]);
    return rows[0]?.total ?? 0;
  }

  /** Rows behind an id, in the order of ids. */
  async after(tenant: string, id: string, limit: number, offset = 0): Promise<TodoRow[]> {
    const sql = 'select id, document from todo where tenant = $1 and id > $2 order by id limit $3 offset $4';
    const { rows } = await this.#executor().query<TodoRow>(sql, [tenant, id, limit, offset]);
    return rows;
  }

  /** @throws ApiError `quota_exceeded`. */
  async create(tenant: string, todo: Todo): Promise<void> {
    if ((await this.count(tenant)) >= maxTodos) {
      throw apiError('quota_exceeded', `This plan has room for ${maxTodos} to-dos.`, { details: { limit: maxTodos } });
    }
    const sql = 'insert into todo values ($1, $2, $3, $4)';
    await this.#executor().query(sql, [tenant, todo.id, todo.version, toDocument(todo)]);
  }

  /** The condition is part of the UPDATE: of two writers with one tag, one wins. */
  async rename(tenant: string, id: string, title: string, condition: EntityTagCondition | null): Promise<Todo> {
    const tags = condition === null || condition === '*' ? null : condition.filter(({ weak }) => !weak);
    const sql = `update todo set version = version + 1,
        document = json_build_object('id', id, 'title', $3::text, 'version', version + 1)::text
      where tenant = $1 and id = $2 and ($4::text[] is null or id || '.' || version = any($4))
      returning document`;
    const values = [tenant, id, title, tags?.map(({ value }) => value) ?? null];
    const { rows } = await this.#executor().query<{ document: string }>(sql, values);
    if (rows[0] !== undefined) return JSON.parse(rows[0].document) as Todo;
    if ((await this.tag(tenant, id)) === null) throw notFound('todo');
    throw new ApiError('precondition_failed', 'The to-do has changed in the meantime.');
  }
}
