import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const execute = promisify(execFile);

/** Runs a program to its end; returns what it wrote. @throws Error with what it wrote when it fails. */
export async function run(folder: string, program: string, ...args: readonly string[]): Promise<string> {
  try {
    return (await execute(program, args, { cwd: folder, maxBuffer: 2 ** 26 })).stdout;
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    throw new Error(`${program} ${args.join(' ')}\n${stdout}${stderr}`, { cause: error });
  }
}

/** What came of a program. */
export interface ProgramEnd {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a program to its end, however it ends. */
export async function runToEnd(folder: string, program: string, ...args: readonly string[]): Promise<ProgramEnd> {
  try {
    return { code: 0, ...(await execute(program, args, { cwd: folder, maxBuffer: 2 ** 26 })) };
  } catch (error) {
    return error as ProgramEnd;
  }
}
