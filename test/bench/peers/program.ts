import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { cpuSecondsOfTree, residentMemoryOfTree } from '../processes.ts';
import type { RunningPeer } from './peer.ts';

const programs = fileURLToPath(new URL('./programs', import.meta.url));

/** What a program of node is run with. */
export interface Program {
  readonly folder: string;
  /** A file below the folder, and its arguments. */
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** Longer than any of the peers takes on a busy machine. */
const timeoutMs = 180_000;

/** Copies the project of a peer, and installs its dependencies without running their scripts. */
export async function installProject(name: string, folder: string): Promise<void> {
  await cp(join(programs, name), folder, { recursive: true });
  await execute(folder, 'npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund']);
}

/** The version of a package that a project pins. */
export async function pinnedVersion(name: string, packageName: string): Promise<string> {
  const { dependencies } = JSON.parse(await readFile(join(programs, name, 'package.json'), 'utf8')) as {
    dependencies: Readonly<Record<string, string>>;
  };
  return dependencies[packageName] ?? '';
}

/** Runs a program of node to its end. @throws Error with what it wrote when it fails. */
export async function runProgram({ folder, args, env }: Program): Promise<void> {
  await execute(folder, process.execPath, args, env);
}

/**
 * Starts a server and waits until it responds.
 *
 * @param ready a path that responds with a success then.
 * @throws Error when it ends before, or does not respond within three minutes.
 */
export async function startProgram(program: Program, url: string, ready: string): Promise<RunningPeer> {
  const child = spawn(process.execPath, program.args, {
    cwd: program.folder,
    env: { ...process.env, ...program.env },
    // What a server says when it fails may be on either.
    stdio: ['ignore', process.stderr, 'inherit'],
  });
  const { pid } = child;
  if (pid === undefined) throw new Error(`${program.args[0]} cannot be started.`);
  const ended = once(child, 'exit');
  const stop = async () => {
    child.kill('SIGTERM');
    const killed = setTimeout(() => child.kill('SIGKILL'), 10_000);
    if (child.exitCode === null && child.signalCode === null) await ended;
    clearTimeout(killed);
  };
  const startedAt = performance.now();
  while (!(await responds(url + ready))) {
    if (child.exitCode !== null) throw new Error(`${program.args[0]} ended with ${child.exitCode}.`);
    if (performance.now() - startedAt > timeoutMs) {
      await stop();
      throw new Error(`${url}${ready} does not respond.`);
    }
    await delay(20);
  }
  return {
    url,
    stop,
    residentMemory: () => residentMemoryOfTree(pid),
    cpuSeconds: () => cpuSecondsOfTree(pid),
  };
}

async function responds(url: string): Promise<boolean> {
  const response = await fetch(url).catch(() => null);
  await response?.arrayBuffer();
  return response?.ok ?? false;
}

/** Size of a folder in MiB. */
export async function sizeOf(folder: string): Promise<number> {
  const { stdout } = await promisify(execFile)('du', ['-sm', folder]);
  return Number.parseInt(stdout, 10);
}

async function execute(
  folder: string,
  program: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<void> {
  try {
    await promisify(execFile)(program, args, { cwd: folder, env: { ...process.env, ...env }, maxBuffer: 2 ** 26 });
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    throw new Error(`${program} ${args.join(' ')}\n${stdout}${stderr}`, { cause: error });
  }
}
