import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { serverProgram } from '@product-content/test-support/app/programs';
import { cleanUpAfterwards } from '@product-content/test-support/clean-up/clean-up';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const children = new Set<ChildProcess>();
const folders: string[] = [];

afterAll(async () => {
  for (const child of children) await end(child, 'SIGTERM');
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
});

/** A DATA_DIR that does not exist yet. */
async function newDataDir(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'start-'));
  folders.push(folder);
  await chmod(folder, 0o755);
  return join(folder, 'data');
}

/** A run of the program, with its output so far. */
function run(environment: Record<string, string>) {
  const env = { PATH: process.env.PATH, PORT: '0', SEED: 'none', ...environment };
  const child = spawn(process.execPath, [serverProgram], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  children.add(child);
  if (child.pid !== undefined) child.once('exit', cleanUpAfterwards({ pid: child.pid, signal: 'SIGTERM' }));
  const printed = { out: '', error: '' };
  child.stdout.setEncoding('utf8').on('data', (text) => {
    printed.out += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text) => {
    printed.error += text;
  });
  const exited = once(child, 'close').then(([code]) => {
    children.delete(child);
    return code as number | null;
  });
  return { child, printed, exited };
}

/** A run that serves requests. */
async function start(environment: Record<string, string>) {
  const running = run(environment);
  const base = () => /^ready (http:\S+)$/m.exec(running.printed.out)?.[1] ?? running.child.exitCode;
  await expect.poll(base).toEqual(expect.stringMatching(/^http:/));
  return { ...running, baseUrl: base() as string };
}

type Running = Awaited<ReturnType<typeof start>>;

let sharedDataDir: string;
let shared: Running | undefined;
/** The output of the first start on the shared folder. */
let firstPrinted: Running['printed'] | undefined;

beforeAll(async () => {
  sharedDataDir = await newDataDir();
});

/** The server for tests that can share one; restarted when a test has stopped it. */
async function running(): Promise<Running> {
  if (shared === undefined || !children.has(shared.child)) {
    shared = await start({ DATA_DIR: sharedDataDir });
    firstPrinted ??= shared.printed;
  }
  return shared;
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  const exited = once(child, 'close');
  child.kill(signal);
  const [code] = await exited;
  children.delete(child);
  return code as number | null;
}

const keyIn = async (dataDir: string) => (await readFile(join(dataDir, 'demo-key'), 'utf8')).trim();

describe('a start on an empty folder', () => {
  it('creates a key for the demo workspace and shows it once', async () => {
    const first = await running();
    const key = await keyIn(sharedDataDir);
    expect(firstPrinted?.out).toContain(key);
    expect(firstPrinted?.error).not.toContain(key);
    expect((await stat(join(sharedDataDir, 'demo-key'))).mode & 0o777).toBe(0o600);
    const response = await fetch(`${first.baseUrl}/me`, { headers: { 'X-API-Key': key } });
    expect(await response.json()).toMatchObject({ data: { workspace: { slug: 'demo' } } });
    expect(await end(first.child, 'SIGTERM')).toBe(0);
    const second = await running();
    expect(second.printed.out).not.toContain(key);
    expect((await fetch(`${second.baseUrl}/me`, { headers: { 'X-API-Key': key } })).status).toBe(200);
  });

  it('stops cleanly when a signal comes before the server is ready', async () => {
    const DATA_DIR = await newDataDir();
    const { child, exited, printed } = run({ DATA_DIR });
    await expect.poll(() => printed.error.includes('migrated')).toBe(true);
    child.kill('SIGTERM');
    expect(await exited).toBe(0);
    await end((await start({ DATA_DIR })).child, 'SIGKILL');
  });

  it('leaves no database running when the port is taken', async () => {
    const { baseUrl } = await running();
    const DATA_DIR = await newDataDir();
    const { exited, printed } = run({ DATA_DIR, PORT: new URL(baseUrl).port });
    expect(await exited).toBe(1);
    expect(printed.error).toContain('is in use: set PORT');
    await expect(stat(join(DATA_DIR, 'database/cluster/postmaster.pid'))).rejects.toThrow('ENOENT');
  });

  it('names what is wrong with the settings', async () => {
    const { exited, printed } = run({ DATA_DIR: await newDataDir(), PORT: 'x', ROLE: 'y' });
    expect(await exited).toBe(1);
    expect(printed.error).toMatch(/^PORT is "x": .*\nROLE is "y": .*\n$/);
  });
});

describe('the server', () => {
  it.each(['SIGTERM', 'SIGINT'] as const)('stops cleanly on %s', async (signal) => {
    const { child, printed } = await running();
    expect(await end(child, signal)).toBe(0);
    expect(printed.error).not.toMatch(/"level":[56]0/);
  });

  it('loses nothing it has confirmed when it is killed', async () => {
    const first = await running();
    const headers = { 'X-API-Key': await keyIn(sharedDataDir), 'Content-Type': 'application/json' };
    const body = JSON.stringify({ sku: 'A-1', name: 'Mug' });
    expect((await fetch(`${first.baseUrl}/products`, { method: 'POST', headers, body })).status).toBe(201);
    await end(first.child, 'SIGKILL');
    const second = await running();
    expect((await fetch(`${second.baseUrl}/products/A-1`, { headers })).status).toBe(200);
  });

  it('does not start twice on the same folder', async () => {
    const first = await running();
    const second = run({ DATA_DIR: sharedDataDir });
    expect(await second.exited).toBe(1);
    expect(second.printed.error).toBe(`DATA_DIR ${sharedDataDir} is in use by process ${first.child.pid}.\n`);
    expect((await fetch(`${first.baseUrl}/`)).status).toBe(200);
  });

  it('only runs jobs as a worker, and none as API', async () => {
    await end((await running()).child, 'SIGTERM');
    const worker = run({ DATA_DIR: sharedDataDir, ROLE: 'worker' });
    await expect.poll(() => worker.printed.out).toContain('ready (worker)');
    expect(await end(worker.child, 'SIGTERM')).toBe(0);
    const api = await start({ DATA_DIR: sharedDataDir, ROLE: 'api' });
    expect((await fetch(`${api.baseUrl}/`)).status).toBe(200);
    await end(api.child, 'SIGKILL');
  });
});
