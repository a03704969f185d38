import process from 'node:process';
import { CommanderError } from 'commander';
import { readConfig } from '../config/index.ts';
import { describeError } from './describe-error.ts';
import { createProgram } from './program.ts';

process.stdout.on('error', () => undefined);
let exitCode = 0;
try {
  const { stdout, stderr } = process;
  const setExitCode = (code: number) => {
    exitCode = code;
  };
  await createProgram(readConfig(), { stdout, stderr, setExitCode }).parseAsync();
} catch (error) {
  // What commander throws it has printed itself.
  if (error instanceof CommanderError) exitCode = error.exitCode;
  else {
    exitCode = 1;
    process.stderr.write(`${describeError(error)}\n`);
  }
}
process.exitCode = exitCode;
