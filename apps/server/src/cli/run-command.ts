import { CommanderError } from 'commander';
import { type Environment, readConfig } from '../config/index.ts';
import { describeError } from './describe-error.ts';
import type { Output } from './output.ts';
import { createProgram } from './program.ts';

export interface CommandOptions {
  /** The arguments after the name of the program. */
  readonly words: readonly string[];
  /** Default: the environment of this process. */
  readonly environment?: Environment;
  readonly output: Pick<Output, 'stdout' | 'stderr'>;
}

/** Runs a command; errors are printed on standard error. @returns the exit code. */
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
    // Commander has already printed its own errors.
    if (error instanceof CommanderError) return error.exitCode;
    output.stderr.write(`${describeError(error, { debug })}\n`);
    return 1;
  }
}
