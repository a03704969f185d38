/** A server that the current test file uses. */
export interface OpenApp {
  /** What it has written since this was asked last. */
  takeLog(): string;
  /** Ends it after the last test of the file, unless it has ended before; a shared server goes on. */
  stop?(): Promise<void>;
}

/** Added to when a test file opens a server, emptied by `vitest-setup.ts` after the last test of the file. */
export const openApps = new Set<OpenApp>();
