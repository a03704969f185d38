import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * A value that work can read while it runs. Timers and promises that outlive the work inherit its asynchronous context,
 * but no longer get the value.
 */
export class WorkScope<Value> {
  readonly #storage = new AsyncLocalStorage<{ readonly value: Value; ended: boolean }>();

  /**
   * The value of the innermost work that the calling code is part of; null when there is none, or when it has ended.
   */
  current(): Value | null {
    const scope = this.#storage.getStore();
    return scope === undefined || scope.ended ? null : scope.value;
  }

  async run<Result>(value: Value, work: () => Promise<Result>): Promise<Result> {
    const scope = { value, ended: false };
    try {
      return await this.#storage.run(scope, work);
    } finally {
      scope.ended = true;
    }
  }
}
