import { expect } from 'vitest';
import { type Exchange, startRecorder } from './exchange-recorder.ts';
import { openShell } from './shell-session.ts';
import { type ShellCommand, splitCommands } from './split-commands.ts';

/** A command that was run and what it sent. */
export interface Step {
  readonly command: ShellCommand;
  readonly output: string;
  readonly exchanges: readonly Exchange[];
}

/** Walks through the shell blocks of a document against a running server. */
export interface Walkthrough {
  /**
   * Runs a block command by command and holds each to what its comment claims: a comment that starts with a status
   * names that of the last response, and `Name: value` after it one of its headers. A request without such a comment
   * succeeds.
   */
  run(block: string): Promise<Step[]>;
  close(): Promise<void>;
}

export interface WalkthroughOptions {
  /** Where commands run. */
  readonly folder: string;
  /** Origin of the server the commands reach. */
  readonly target: string;
  /** Texts of the document that stand for something else here: the address of the server, a command. */
  readonly replacements?: Readonly<Record<string, string>>;
}

/** The origin documents write. */
export const documentedOrigin = 'http://127.0.0.1:3000';

export async function startWalkthrough({ folder, target, replacements }: WalkthroughOptions): Promise<Walkthrough> {
  const recorder = await startRecorder(target);
  const shell = openShell(folder);
  const stands = Object.entries({ [documentedOrigin]: recorder.origin, ...replacements });
  const toRunnable = (text: string) => stands.reduce((result, [from, to]) => result.replaceAll(from, to), text);
  return {
    async run(block) {
      const steps: Step[] = [];
      for (const command of splitCommands(block)) {
        const { output, exitCode } = await shell.run(toRunnable(command.text));
        const step = { command, output, exchanges: recorder.take() };
        expect(exitCode, `${command.text}\n${output}`).toBe(0);
        expectClaims(step);
        steps.push(step);
      }
      return steps;
    },
    async close() {
      await shell.close();
      await recorder.close();
    },
  };
}

function expectClaims({ command, exchanges }: Step): void {
  const last = exchanges.at(-1);
  const claimed = /^(\d{3})\b(.*)$/.exec(command.comment);
  if (claimed === null) {
    for (const exchange of exchanges) expect(exchange.status, describe(command, exchange)).toBeLessThan(400);
    return;
  }
  if (last === undefined) throw new Error(`It sends no request: ${command.text}`);
  expect(last.status, describe(command, last)).toBe(Number(claimed[1]));
  for (const [, name = '', value] of (claimed[2] ?? '').matchAll(/\b([A-Z][A-Za-z]*(?:-[A-Z][A-Za-z]*)+): (\S+)/g)) {
    expect(last.headers.get(name), `${name} of ${describe(command, last)}`).toBe(value);
  }
}

function describe(command: ShellCommand, { method, path, status, text }: Exchange): string {
  return `${command.text}\n→ ${method} ${path} ${status} ${text.slice(0, 1000)}`;
}
