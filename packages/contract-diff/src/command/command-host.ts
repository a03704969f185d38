import type { AppRouter } from '../ts-rest.ts';

/** What the program `contract-kit` provides to its commands. */
export interface CommandHost {
  /** Where relative paths start. */
  readonly folder: string;
  out(text: string): void;
  err(text: string): void;
  /** @throws TypeError when the module cannot be loaded or does not export the name. */
  loadContract(file: string, exportName: string): Promise<AppRouter>;
}
