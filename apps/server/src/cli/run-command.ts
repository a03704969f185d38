import process from 'node:process';
import { ApiError } from '@contract-kit/http-spec';
import { CommanderError } from 'commander';
import type { Environment } from '../config/index.ts';
import type { Output } from './output.ts';
import { createProgram } from './program.ts';

export interface CommandOptions {
  /** The arguments after the name of the program. */
  readonly words: readonly string[];
  /** Default: the environment of this process. */
  readonly environment?: Environment;
  readonly output: Pick<Output, 'stdout' | 'stderr'>;
}

/** Runs the command of this process, and ends it. */
export async function runProcess(): Promise<never> {
  const { stdout, stderr } = process;
  stdout.on('error', () => undefined);
  process.on('uncaughtException', (error) => {
    stderr.write(`${describeError(error)}\n`);
    process.exit(1);
  });
  const exitCode = await runCommand({ words: process.argv.slice(2), output: { stdout, stderr } });
  await Promise.all([stdout, stderr].map((stream) => new Promise((resolve) => stream.write('', resolve))));
  // Agenda leaves timers behind after it stops, which would keep the process alive for minutes.
  process.exit(exitCode);
}

/** Runs a command; errors are printed on standard error. @returns the exit code. */
export async function runCommand({ words, environment, output }: CommandOptions): Promise<number> {
  let exitCode = 0;
  let debug = false;
  const setExitCode = (code: number) => {
    exitCode = code;
  };
  const readSettings = async () => {
    // Loaded late: help needs no settings.
    const { readConfig } = await import('../config/index.ts');
    const config = readConfig(environment);
    debug = config.logLevel === 'debug' || config.logLevel === 'trace';
    return config;
  };
  try {
    await createProgram(readSettings, { ...output, setExitCode }).parseAsync(words, { from: 'user' });
    return exitCode;
  } catch (error) {
    // Commander has already printed its own errors.
    if (error instanceof CommanderError) return error.exitCode;
    output.stderr.write(`${describeError(error, { debug })}\n`);
    return 1;
  }
}

export interface DescribeErrorOptions {
  /** Includes the stack. */
  readonly debug?: boolean;
}

/** Describes the error that ended a command: one line, or one line for each invalid field. */
export function describeError(error: unknown, { debug = false }: DescribeErrorOptions = {}): string {
  if (!(error instanceof Error)) return oneLine(String(error));
  if (debug && error.stack !== undefined) return error.stack;
  if (error instanceof ApiError) {
    const fields = Object.entries(error.details?.fieldErrors ?? {}).map(([path, message]) => `${path}: ${message}`);
    return fields.length === 0 ? error.message : fields.join('\n');
  }
  if (error.name === 'StartError' || error.name === 'LoadError') return error.message;
  // Several addresses of one host were tried; each has its own error.
  if (error instanceof AggregateError && error.message === '') return describeError(error.errors[0]);
  const words = oneLine(error.message);
  return error.name === 'Error' ? words : `${error.name}: ${words} LOG_LEVEL=debug shows where.`;
}

function oneLine(text: string): string {
  return text.replaceAll(/\s*\n\s*/g, ' ');
}
