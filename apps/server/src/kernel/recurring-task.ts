/** Work that is repeated in the background, by one process at a time. */
export interface RecurringTask {
  /** Unique; for example `idempotency.sweep`. */
  readonly name: string;
  /** Seconds from the start of one run to the next. */
  readonly everySeconds: number;
  /**
   * One run. It may be interrupted at any moment and run again, because a process may die.
   *
   * @param signal aborts when the process must stop; long runs obey it.
   */
  run(signal: AbortSignal): Promise<unknown>;
}

/** Work that changes leave in the database, and that is done in the background within about a second. */
export interface Backlog {
  /** Unique, also among the recurring tasks; for example `channels.refresh`. */
  readonly name: string;
  /** A query without parameters that returns rows while there is such work. It runs every second. */
  readonly pending: string;
  /**
   * Does the work that is there. It may be interrupted at any moment, and several processes may do it at the same time.
   *
   * @param signal aborts when the process must stop; long drains obey it.
   */
  drain(signal: AbortSignal): Promise<unknown>;
}

/** @throws TypeError when the definition is invalid. */
export function defineTask(name: string, everySeconds: number, run: RecurringTask['run']): RecurringTask {
  assertName('A recurring task', name);
  if (!(everySeconds >= 1)) throw new TypeError(`${name} may run at most every second.`);
  return { name, everySeconds, run };
}

/**
 * @param pending a declared statement without parameters.
 * @throws TypeError when the definition is invalid.
 */
export function defineBacklog(
  name: string,
  pending: { readonly source: { readonly text: string } },
  drain: Backlog['drain'],
): Backlog {
  assertName('A backlog', name);
  return { name, pending: pending.source.text, drain };
}

function assertName(what: string, name: string): void {
  if (!/^[a-z]+(-[a-z]+)*\.[a-z]+(-[a-z]+)*$/.test(name)) {
    throw new TypeError(`${what} is named "noun.verb", not "${name}".`);
  }
}
