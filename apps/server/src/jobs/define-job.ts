/** Work that is done again and again in the background, by one process at a time. */
export interface JobDefinition {
  /** `idempotency.sweep`; unique. */
  readonly name: string;
  /** Seconds from the end of one run to the next. */
  readonly everySeconds: number;
  /**
   * One run. It must bear being cut off at any moment and run again: a process may die.
   *
   * @param signal aborts when the process wants to end; work that takes long heeds it.
   */
  run(signal: AbortSignal): Promise<void>;
}

/** @throws TypeError when the definition cannot work. */
export function defineJob(definition: JobDefinition): JobDefinition {
  if (!/^[a-z]+(-[a-z]+)*\.[a-z]+(-[a-z]+)*$/.test(definition.name)) {
    throw new TypeError(`A job is named "noun.verb", not "${definition.name}".`);
  }
  if (!(definition.everySeconds >= 1)) throw new TypeError(`${definition.name} runs every second at most.`);
  return definition;
}
