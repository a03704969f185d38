import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { onTestFinished } from 'vitest';
import { inRepository } from '../repository.ts';

/** A receiver of the guide in another language, as a program: `vectors FILE`, for some also `serve SECRET`. */
export interface Program {
  readonly language: string;
  /** Whether this machine can run it. */
  readonly isThere: boolean;
  readonly serves: boolean;
  /** Makes its command line, for the test that runs. */
  readonly prepare: () => Promise<readonly string[]>;
}

const environment = { ...process.env, PYTHONDONTWRITEBYTECODE: '1', GOTOOLCHAIN: 'local' };
const run = promisify(execFile);
const inReceivers = (path: string) => inRepository(join('docs/guides/receivers', path));
const succeeds = (...[command, ...args]: [string, ...string[]]) =>
  spawnSync(command, args, { stdio: 'ignore', env: environment }).status === 0;

export const programs: readonly Program[] = [
  {
    language: 'Python',
    isThere: succeeds('python3', '-c', 'import sys; sys.exit(sys.version_info < (3, 10))'),
    serves: true,
    prepare: async () => ['python3', inReceivers('python/run.py')],
  },
  {
    language: 'PHP',
    isThere: succeeds('php', '-r', 'exit((int) (PHP_VERSION_ID < 80000));'),
    serves: false,
    prepare: async () => ['php', inReceivers('php/run.php')],
  },
  { language: 'Go', isThere: succeeds('go', 'version'), serves: true, prepare: buildGo },
  {
    language: 'Ruby',
    isThere: succeeds('ruby', '-ropenssl', '-e', ''),
    serves: false,
    prepare: async () => ['ruby', inReceivers('ruby/run.rb')],
  },
];

/** The names of the vectors a program accepts. */
export async function acceptedBy({ prepare }: Program, vectorFile: string): Promise<string[]> {
  const [command = '', ...args] = await prepare();
  const { stdout } = await run(command, [...args, 'vectors', vectorFile], { env: environment });
  return stdout.trim().split('\n');
}

/** Starts a program as a server until the test ends; returns its URL. */
export async function serve({ prepare }: Program, secret: string): Promise<string> {
  const [command = '', ...args] = await prepare();
  const child = spawn(command, [...args, 'serve', secret], { env: environment, stdio: ['ignore', 'pipe', 'ignore'] });
  onTestFinished(async () => {
    child.kill();
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  });
  const [port] = await once(child.stdout, 'data');
  return `http://127.0.0.1:${String(port).trim()}/webhooks`;
}

async function buildGo(): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'webhook-receiver-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const program = join(folder, 'receiver');
  const files = ['go/receiver.go', 'go/main.go'].map(inReceivers);
  await run('go', ['build', '-o', program, ...files], { env: environment });
  return [program];
}
