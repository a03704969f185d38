import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { onTestFinished } from 'vitest';
import { inRepository } from '../repository.ts';
import { vectorFile, vectorLines } from './vectors.ts';

/** A receiver of the guide in another language, as a program: `vectors FILE`, for some also `serve SECRET`. */
export interface Program {
  readonly language: string;
  /** Whether this machine can run it. */
  readonly isThere: boolean;
  readonly serves: boolean;
  /** What the language reads without a library: JSON, or lines of fields separated by tabs. */
  readonly reads: 'json' | 'lines';
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
    reads: 'json',
    prepare: async () => ['python3', inReceivers('python/run.py')],
  },
  {
    language: 'PHP',
    isThere: succeeds('php', '-r', 'exit((int) (PHP_VERSION_ID < 80000));'),
    serves: false,
    reads: 'json',
    prepare: async () => ['php', inReceivers('php/run.php')],
  },
  { language: 'Go', isThere: succeeds('go', 'version'), serves: true, reads: 'json', prepare: buildGo },
  {
    language: 'Ruby',
    isThere: succeeds('ruby', '-ropenssl', '-e', ''),
    serves: false,
    reads: 'json',
    prepare: async () => ['ruby', inReceivers('ruby/run.rb')],
  },
  { language: 'Java', isThere: succeeds('javac', '-version'), serves: true, reads: 'lines', prepare: buildJava },
  { language: 'Rust', isThere: succeeds('cargo', '--version'), serves: false, reads: 'lines', prepare: buildRust },
  { language: 'C#', isThere: succeeds('mcs', '--version'), serves: false, reads: 'lines', prepare: buildCsharp },
];

/** The names of the vectors a program accepts. */
export async function acceptedBy({ prepare, reads }: Program): Promise<string[]> {
  const [command = '', ...args] = await prepare();
  const file = reads === 'json' ? vectorFile : join(await temporaryFolder(), 'vectors.tsv');
  if (reads === 'lines') await writeFile(file, vectorLines());
  const { stdout } = await run(command, [...args, 'vectors', file], { env: environment });
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
  const program = join(await temporaryFolder(), 'receiver');
  await run('go', ['build', '-o', program, ...['go/receiver.go', 'go/main.go'].map(inReceivers)], { env: environment });
  return [program];
}

async function buildJava(): Promise<string[]> {
  const folder = await temporaryFolder();
  await run('javac', [
    '-Xlint:all',
    '-Werror',
    '-d',
    folder,
    ...['java/Receiver.java', 'java/Run.java'].map(inReceivers),
  ]);
  return ['java', '-cp', folder, 'Run'];
}

async function buildRust(): Promise<string[]> {
  const folder = await temporaryFolder();
  const build = [
    'build',
    '--quiet',
    '--locked',
    '--manifest-path',
    inReceivers('rust/Cargo.toml'),
    '--target-dir',
    folder,
  ];
  await run('cargo', build, { env: { ...environment, RUSTFLAGS: '-D warnings' } });
  return [join(folder, 'debug/receiver')];
}

async function buildCsharp(): Promise<string[]> {
  const program = join(await temporaryFolder(), 'receiver.exe');
  const sources = ['csharp/Receiver.cs', 'csharp/Run.cs'].map(inReceivers);
  await run('mcs', ['-warnaserror', `-out:${program}`, ...sources]);
  return ['mono', program];
}

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'webhook-receiver-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}
