import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import process from 'node:process';

export interface ShellResult {
  /** What the command wrote to both of its outputs. */
  readonly output: string;
  readonly exitCode: number;
}

/** A shell that keeps its variables from one command to the next. */
export interface ShellSession {
  run(command: string): Promise<ShellResult>;
  close(): Promise<void>;
}

/** Starts `sh` in a folder. It sees PATH and HOME and what is given. */
export function openShell(folder: string, environment: Readonly<Record<string, string>> = {}): ShellSession {
  const { PATH = '', HOME = '' } = process.env;
  const shell = spawn('sh', { cwd: folder, env: { PATH, HOME, ...environment }, stdio: 'pipe' });
  let output = '';
  let onOutput = () => {};
  for (const stream of [shell.stdout, shell.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      onOutput();
    });
  }
  const closed = once(shell, 'close');
  return {
    async run(command) {
      const mark = `end-of-command-${randomUUID()}`;
      const end = new RegExp(`\\n${mark} (\\d+)\\n`);
      output = '';
      shell.stdin.write(`{ ${command}\n} </dev/null 2>&1\nprintf '\\n${mark} %d\\n' $?\n`);
      const exitCode = await new Promise<number>((resolve, reject) => {
        onOutput = () => {
          const match = end.exec(output);
          if (match !== null) resolve(Number(match[1]));
        };
        closed.then(() => reject(new Error(`The shell ended at: ${command}\n${output}`)), reject);
      });
      return { output: output.replace(end, ''), exitCode };
    },
    async close() {
      shell.stdin.end();
      await closed;
    },
  };
}
