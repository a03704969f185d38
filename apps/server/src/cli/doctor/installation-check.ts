import { setTimeout as delay } from 'node:timers/promises';
import type { Config } from '../../config/index.ts';

/** The result of checking one part of the installation. */
export interface Diagnosis {
  /** For example `PostgreSQL 18.1` or `23 GB free`. */
  readonly detail: string;
  /** What to do; absent when all is well. */
  readonly advice?: string;
}

/** A check that `pcm doctor` makes of one part of the installation. */
export interface InstallationCheck {
  /** For example `database.connections`. */
  readonly name: string;
  /** @returns null when the settings do not use this part. @throws when the part cannot be used. */
  run(config: Config): Promise<Diagnosis | null>;
}

/** Milliseconds after which a check counts as failed. */
const timeoutMs = 10_000;

/** Runs a check. An error it throws becomes advice. */
export async function runCheck(check: InstallationCheck, config: Config): Promise<Diagnosis | null> {
  const over = new AbortController();
  const late = delay(timeoutMs, undefined, { signal: over.signal }).then(() => {
    throw new Error(`It did not respond within ${timeoutMs / 1000} seconds`);
  });
  late.catch(() => undefined);
  try {
    return await Promise.race([check.run(config), late]);
  } catch (error) {
    return { detail: 'cannot be used', advice: `${messageOf(error)}.`.replace(/\.\.$/, '.') };
  } finally {
    over.abort();
  }
}

/** The message of a connection refused on several addresses is in the errors it collects. */
function messageOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === '') return messageOf(error.errors[0]);
  return error instanceof Error ? error.message : String(error);
}
