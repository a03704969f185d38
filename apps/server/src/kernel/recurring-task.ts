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

/** @throws TypeError when the definition is invalid. */
export function defineTask(name: string, everySeconds: number, run: RecurringTask['run']): RecurringTask {
  if (!/^[a-z]+(-[a-z]+)*\.[a-z]+(-[a-z]+)*$/.test(name)) {
    throw new TypeError(`A recurring task is named "noun.verb", not "${name}".`);
  }
  if (!(everySeconds >= 1)) throw new TypeError(`${name} may run at most every second.`);
  return { name, everySeconds, run };
}
