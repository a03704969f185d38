import { execFile } from 'node:child_process';
import { copyFile, cp, mkdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import type { App } from '@product-content/test-support/app-server';
import { inRepository } from '../docs/repository.ts';
import { type CallName, callNames, judgeCalls } from './calls.ts';
import type { Client } from './clients.ts';

const execute = promisify(execFile);

/** What came of one client. */
export interface Outcome {
  readonly generator: string;
  /** The compiler or interpreter, as it names itself. */
  readonly toolchain: string;
  /** The calls that worked. */
  readonly passed: readonly CallName[];
  /** Why it could not be generated or compiled, or what each call that failed did instead. */
  readonly failures: Readonly<Partial<Record<'generate' | 'compile' | CallName, string>>>;
  /** What its command `remark` printed. */
  readonly remark?: string;
}

export interface RunOptions {
  /** Path of the OpenAPI document to generate from. */
  readonly document: string;
  /** A running server. */
  readonly app: App;
  /** Folder in which clients are built. What is installed there is used again by the next run. */
  readonly cache: string;
  /** Takes what a program wrote that did not make every call. */
  readonly print: (output: string) => void;
}

/**
 * Generates a client, compiles its program, lets it call the server, and judges what happened.
 *
 * @throws Error when a generator cannot be installed.
 */
export async function runClient(client: Client, { document, app, cache, print }: RunOptions): Promise<Outcome> {
  const folder = join(cache, client.name);
  const sh = createShell(folder, join(cache, 'cargo-target'));
  await mkdir(folder, { recursive: true });
  await rm(join(folder, 'api'), { recursive: true, force: true });
  await cp(inRepository(`test/other-languages/programs/${client.name}`), folder, { recursive: true });
  await copyFile(document, join(folder, 'openapi.json'));
  for (const command of client.install) await sh(command);
  const [toolchain = ''] = (await sh(client.toolchain)).split('\n', 1);
  const made = { generator: client.generator, toolchain };

  for (const stage of ['generate', 'compile'] as const) {
    try {
      for (const command of client[stage]) await sh(command);
    } catch (error) {
      const { message } = error as Error;
      print(message);
      return { ...made, passed: [], failures: { [stage]: summaryOf(message, folder) } };
    }
  }
  const remark = client.remark === undefined ? {} : { remark: (await sh(client.remark)).trim() };
  return { ...made, ...remark, ...(await callServer(client, sh, app, print)) };
}

type Shell = (command: string) => Promise<string>;

async function callServer({ call }: Client, sh: Shell, app: App, print: RunOptions['print']) {
  const { key } = await app.createKey(await app.createWorkspace());
  const files = inRepository('test/other-languages/files');
  // A program that crashes has reported the calls before.
  const output = await sh(`${call} '${app.baseUrl}' '${key}' '${files}'`).catch((error: Error) => error.message);
  const verdicts = await judgeCalls(output, app.api(key));
  const passed = callNames.filter((name) => verdicts[name] === null);
  if (passed.length < callNames.length) print(output.replaceAll(key, '<key>'));
  const failures = callNames.flatMap((name) => (verdicts[name] === null ? [] : [[name, verdicts[name]]]));
  return { passed, failures: Object.fromEntries(failures) as Outcome['failures'] };
}

/** The first lines of what a failed command wrote, without the folder of this machine. */
function summaryOf(message: string, folder: string): string {
  return message.replaceAll(`${folder}/`, '').split('\n').slice(0, 4).join('\n').slice(0, 600);
}

/** Runs commands in a folder. Both outputs are returned, or thrown when a command fails. */
function createShell(folder: string, cargoTarget: string): Shell {
  // The Node of this process comes before the one of the system. Crates are compiled once for all clients.
  const env = {
    ...process.env,
    PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
    CARGO_TARGET_DIR: cargoTarget,
  };
  return async (command) => {
    try {
      const { stdout, stderr } = await execute('sh', ['-c', command], { cwd: folder, env, maxBuffer: 2 ** 26 });
      return stdout + stderr;
    } catch (error) {
      const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
      throw new Error(`${command}\n${stdout}${stderr}`, { cause: error });
    }
  };
}
