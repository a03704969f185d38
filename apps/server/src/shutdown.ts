import type { Logger } from './kernel/index.ts';

/** What has to be ended, in the order opposite to its start. A step that fails does not keep the others from ending. */
export class Shutdown {
  readonly #steps: { readonly name: string; readonly end: () => Promise<unknown> }[] = [];
  readonly #logger: Logger;
  #running: Promise<void> | undefined;

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  add(name: string, end: () => Promise<unknown>): void {
    this.#steps.push({ name, end });
  }

  /** Ends everything, once; later calls wait for the same end. */
  run(): Promise<void> {
    this.#running ??= this.#end();
    return this.#running;
  }

  async #end(): Promise<void> {
    for (let step = this.#steps.pop(); step !== undefined; step = this.#steps.pop()) {
      const { name, end } = step;
      await end().catch((err: unknown) => this.#logger.error({ err }, `Ending the ${name} failed.`));
    }
  }
}
