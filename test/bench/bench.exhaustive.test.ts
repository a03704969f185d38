import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';

const program = fileURLToPath(new URL('./run.ts', import.meta.url));
const run = (...args: string[]) => promisify(execFile)(process.execPath, [program, ...args]);

interface JsonRow {
  readonly benchmark: string;
  readonly work: string;
  readonly ours: number;
  readonly floor?: number;
}

it('runs every benchmark in a reduced size and prints a line for each figure', { timeout: 300_000 }, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'bench-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const json = join(folder, 'figures.json');
  const { stdout } = await run('--quick', '--json', json);
  const rows = JSON.parse(await readFile(json, 'utf8')) as JsonRow[];
  expect([...new Set(rows.map(({ benchmark }) => benchmark))]).toEqual(await namesInUsage());
  for (const { work, ours, floor } of rows) {
    expect(stdout).toContain(work);
    expect.soft(ours, work).toBeGreaterThan(0);
    if (floor !== undefined) expect.soft(floor, work).toBeGreaterThan(0);
  }
});

it('refuses an unknown benchmark and lists the known ones', async () => {
  await expect(run('--only', 'weather')).rejects.toMatchObject({
    code: 2,
    stderr: expect.stringContaining('weather'),
    stdout: expect.stringContaining('--only reads,'),
  });
});

async function namesInUsage(): Promise<string[]> {
  const { stdout } = await run('--help');
  return /--only ([\w,-]+)/.exec(stdout)?.[1]?.split(',') ?? [];
}
