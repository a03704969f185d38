import process from 'node:process';
import { CommanderError } from 'commander';
import { readConfig } from '../config/index.ts';
import { describeError } from './describe-error.ts';
import { createProgram } from './program.ts';

/** Runs the command of this process's arguments, and sets its exit code. */
export async function runCommand(): Promise<void> {
  const { stdout, stderr } = process;
  stdout.on('error', () => undefined);
  let exitCode = 0;
  const setExitCode = (code: number) => {
    exitCode = code;
  };
  try {
    await createProgram(readConfig(), { stdout, stderr, setExitCode }).parseAsync();
  } catch (error) {
    // What commander throws it has printed itself.
    if (error instanceof CommanderError) exitCode = error.exitCode;
    else {
      exitCode = 1;
      stderr.write(`${describeError(error)}\n`);
    }
  }
  process.exitCode = exitCode;
}
