import { CommanderError } from 'commander';
import { type Environment, readConfig } from '../config/index.ts';
import { describeError } from './describe-error.ts';
import type { Output } from './output.ts';
import { createProgram } from './program.ts';

export interface CommandOptions {
  /** What follows the name of the program. */
  readonly words: readonly string[];
  /** Default: the environment of this process. */
  readonly environment?: Environment;
  readonly output: Pick<Output, 'stdout' | 'stderr'>;
}

/** Runs a command; what is wrong is on standard error. @returns the exit code. */
export async function runCommand({ words, environment, output }: CommandOptions): Promise<number> {
  let exitCode = 0;
  let debug = false;
  const setExitCode = (code: number) => {
    exitCode = code;
  };
  try {
    const config = readConfig(environment);
    debug = config.logLevel === 'debug' || config.logLevel === 'trace';
    await createProgram(config, { ...output, setExitCode }).parseAsync(words, { from: 'user' });
    return exitCode;
  } catch (error) {
    // What commander throws it has printed itself.
    if (error instanceof CommanderError) return error.exitCode;
    output.stderr.write(`${describeError(error, { debug })}\n`);
    return 1;
  }
}
