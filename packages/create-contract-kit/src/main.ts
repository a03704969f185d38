#!/usr/bin/env node
import process from 'node:process';
import { CommanderError } from 'commander';
import { CannotCreateError } from './create-project.ts';
import { createProgram } from './program.ts';

const terminal = {
  folder: process.cwd(),
  interactive: process.stdin.isTTY === true && process.stdout.isTTY === true,
  userAgent: process.env.npm_config_user_agent,
  out: (text: string) => void process.stdout.write(text),
  err: (text: string) => void process.stderr.write(text),
};

try {
  await createProgram(terminal).parseAsync();
} catch (error) {
  // Commander has printed the error already.
  const isSaid = error instanceof CommanderError;
  if (!isSaid) terminal.err(`${error instanceof CannotCreateError ? error.message : (error as Error).stack}\n`);
  process.exitCode = isSaid && error.exitCode === 0 ? 0 : 2;
}
