import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const program = fileURLToPath(new URL('./main.ts', import.meta.url));
let dataDir: string;
const children = new Set<ChildProcess>();
beforeEach(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'start-'));
  await chmod(folder, 0o755);
  dataDir = join(folder, 'data');
});
afterEach(async () => {
  for (const child of children) await end(child, 'SIGTERM');
  await rm(join(dataDir, '..'), { recursive: true, force: true });
});

/** A run of the program, with what it has printed so far. */
function run(environment: Record<string, string> = {}) {
  const env = { PATH: process.env.PATH, DATA_DIR: dataDir, PORT: '0', SEED: 'none', ...environment };
  const child = spawn(process.execPath, [program], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  children.add(child);
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

/** A run that answers requests. */
async function start(environment: Record<string, string> = {}) {
  const running = run(environment);
  const base = () => /^ready (http:\S+)$/m.exec(running.printed.out)?.[1] ?? running.child.exitCode;
  await expect.poll(base, { timeout: 25_000 }).toEqual(expect.stringMatching(/^http:/));
  return { ...running, baseUrl: base() as string };
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  const exited = once(child, 'close');
  child.kill(signal);
  const [code] = await exited;
  children.delete(child);
  return code as number | null;
}

const demoKey = async () => (await readFile(join(dataDir, 'demo-key'), 'utf8')).trim();

describe('the server', () => {
  it('starts on an empty folder, with a key for the demo workspace that it shows once', async () => {
    const first = await start();
    const key = await demoKey();
    expect(first.printed.out).toContain(key);
    expect(first.printed.error).not.toContain(key);
    expect((await stat(join(dataDir, 'demo-key'))).mode & 0o777).toBe(0o600);
    const answer = await fetch(`${first.baseUrl}/me`, { headers: { 'X-API-Key': key } });
    expect(await answer.json()).toMatchObject({ data: { workspace: { slug: 'demo' } } });
    expect(await end(first.child, 'SIGTERM')).toBe(0);
    const second = await start();
    expect(second.printed.out).not.toContain(key);
    expect((await fetch(`${second.baseUrl}/me`, { headers: { 'X-API-Key': key } })).status).toBe(200);
  });

  it.each(['SIGTERM', 'SIGINT'] as const)('ends in order on %s', async (signal) => {
    const { child, printed } = await start();
    expect(await end(child, signal)).toBe(0);
    expect(printed.error).not.toMatch(/"level":[56]0/);
  });

  it('ends in order when the signal comes before it is ready', async () => {
    const { child, exited, printed } = run();
    await expect.poll(() => printed.error.includes('migrated'), { timeout: 25_000 }).toBe(true);
    child.kill('SIGTERM');
    expect(await exited).toBe(0);
    await start();
  });

  it('loses nothing it has answered when it is killed', async () => {
    const first = await start();
    const headers = { 'X-API-Key': await demoKey(), 'Content-Type': 'application/json' };
    const body = JSON.stringify({ sku: 'A-1', name: 'Mug' });
    expect((await fetch(`${first.baseUrl}/products`, { method: 'POST', headers, body })).status).toBe(201);
    await end(first.child, 'SIGKILL');
    const second = await start();
    expect((await fetch(`${second.baseUrl}/products/A-1`, { headers })).status).toBe(200);
  });

  it('does not start twice on one folder', async () => {
    const first = await start();
    const second = run();
    expect(await second.exited).toBe(1);
    expect(second.printed.error).toBe(`DATA_DIR ${dataDir} is in use by process ${first.child.pid}.\n`);
    expect((await fetch(`${first.baseUrl}/`)).status).toBe(200);
  });

  it('names what is wrong with its settings', async () => {
    const { exited, printed } = run({ PORT: 'x', ROLE: 'y' });
    expect(await exited).toBe(1);
    expect(printed.error).toMatch(/^PORT is "x": .*\nROLE is "y": .*\n$/);
  });

  it('leaves no database running when its port is taken', async () => {
    const { baseUrl } = await start({ DATA_DIR: join(dataDir, 'first') });
    const { exited, printed } = run({ PORT: new URL(baseUrl).port });
    expect(await exited).toBe(1);
    expect(printed.error).toContain('is in use: set PORT');
    await expect(stat(join(dataDir, 'database/cluster/postmaster.pid'))).rejects.toThrow('ENOENT');
  });

  it('runs jobs alone as a worker, and none as API', async () => {
    const worker = run({ ROLE: 'worker' });
    await expect.poll(() => worker.printed.out, { timeout: 25_000 }).toContain('ready (worker)');
    expect(await end(worker.child, 'SIGTERM')).toBe(0);
    const api = await start({ ROLE: 'api' });
    expect((await fetch(`${api.baseUrl}/`)).status).toBe(200);
  });
});
