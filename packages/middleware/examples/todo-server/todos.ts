import { ApiError, type EntityTagCondition, formatEntityTag, matchesStrongly } from '@contract-kit/http-spec';
import { notFound } from '@contract-kit/middleware';
import type { Todo } from './contract.ts';

/** The tag of a to-do: a new version is a new tag. */
export const tagOf = (todo: Todo) => ({ value: `${todo.id}.${todo.version}`, weak: false });

interface TodoChange {
  readonly title?: string | undefined;
  readonly done?: boolean | undefined;
}

/** To-dos in memory, a map for each tenant. */
export class Todos {
  readonly #byTenant = new Map<string, Map<string, Todo>>();
  #created = 0;

  find(tenant: string, id: string): Todo | undefined {
    return this.#byTenant.get(tenant)?.get(id);
  }

  /** @throws ApiError `not_found`, for other tenants' to-dos as well. */
  get(tenant: string, id: string): Todo {
    const todo = this.find(tenant, id);
    if (todo === undefined) throw notFound('todo');
    return todo;
  }

  /** Oldest first. */
  all(tenant: string): Todo[] {
    return [...(this.#byTenant.get(tenant)?.values() ?? [])];
  }

  create(tenant: string, input: { title: string; done?: boolean | undefined }): Todo {
    this.#created += 1;
    const id = `todo-${String(this.#created).padStart(6, '0')}`;
    return this.#put(tenant, { id, title: input.title, done: input.done ?? false, version: 1 });
  }

  /** The condition is checked where the change happens, so that of two writers with one tag only one wins. */
  patch(tenant: string, id: string, change: TodoChange, condition: EntityTagCondition | null): Todo {
    const todo = this.get(tenant, id);
    assertCurrent(todo, condition);
    const { title = todo.title, done = todo.done } = change;
    return this.#put(tenant, { id, title, done, version: todo.version + 1 });
  }

  delete(tenant: string, id: string, condition: EntityTagCondition | null): void {
    assertCurrent(this.get(tenant, id), condition);
    this.#byTenant.get(tenant)?.delete(id);
  }

  #put(tenant: string, todo: Todo): Todo {
    const todos = this.#byTenant.get(tenant) ?? new Map<string, Todo>();
    this.#byTenant.set(tenant, todos.set(todo.id, todo));
    return todo;
  }
}

function assertCurrent(todo: Todo, condition: EntityTagCondition | null): void {
  if (condition !== null && !matchesStrongly(condition, tagOf(todo))) {
    const headers = { ETag: formatEntityTag(tagOf(todo).value) };
    throw new ApiError('precondition_failed', 'The to-do has changed in the meantime.', { headers });
  }
}
