#!/usr/bin/env node
import process from 'node:process';
import { CommanderError } from 'commander';
import { createProgram } from './program.ts';

const terminal = {
  folder: process.cwd(),
  out: (text: string) => void process.stdout.write(text),
  err: (text: string) => void process.stderr.write(text),
};

try {
  await createProgram(terminal, (code) => {
    process.exitCode = code;
  }).parseAsync();
} catch (error) {
  // Commander has printed the error already.
  if (!(error instanceof CommanderError)) terminal.err(`${error instanceof Error ? error.message : error}\n`);
  process.exitCode = error instanceof CommanderError && error.exitCode === 0 ? 0 : 2;
}
// A loaded app may keep connections and timers open. Output is flushed first.
process.stdout.write('', () => process.exit());
