import { setTimeout as delay } from 'node:timers/promises';
import type { Config } from '../../config/index.ts';

/** What a look at one part of the installation found. */
export interface Diagnosis {
  /** `PostgreSQL 18.1`, `23 GB free`. */
  readonly detail: string;
  /** What to do; without one, all is well. */
  readonly advice?: string;
}

/** One part of the installation that `pcm doctor` looks at. */
export interface InstallationCheck {
  /** `database.connections`. */
  readonly name: string;
  /** @returns null where the settings have no such part. @throws when the part cannot be used. */
  run(config: Config): Promise<Diagnosis | null>;
}

/** No check takes longer, in milliseconds. */
const patienceMs = 10_000;

/** Runs a check. What it throws becomes advice. */
export async function runCheck(check: InstallationCheck, config: Config): Promise<Diagnosis | null> {
  const over = new AbortController();
  const late = delay(patienceMs, undefined, { signal: over.signal }).then(() => {
    throw new Error(`It did not respond within ${patienceMs / 1000} seconds`);
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

/** A connection that is refused on several addresses has its words in the errors it collects. */
function messageOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === '') return messageOf(error.errors[0]);
  return error instanceof Error ? error.message : String(error);
}
