import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { Snapshot } from '../snapshot/snapshot.ts';
import type { AppRouter } from '../ts-rest.ts';
import { createCommand } from './create-command.ts';

const folder = mkdtempSync(join(tmpdir(), 'diff-command-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const notes = (title: string) => `
import { initContract } from '@ts-rest/core';
import { z } from 'zod';
export const contract = initContract().router({
  create: { method: 'POST', path: '/notes', body: z.strictObject({ title: ${title} }), responses: { 201: z.string() } },
});
export const description = { info: { version: '2.0.0' } };
`;

async function diff(...args: string[]) {
  let text = '';
  let code: number | null = null;
  const write = (piece: string) => {
    text += piece;
  };
  const host = {
    folder,
    out: write,
    err: write,
    loadContract: async (file: string, name: string) => {
      const module = await import(pathToFileURL(resolve(folder, file)).href);
      return module[name] as AppRouter;
    },
  };
  const command = createCommand(host, (given) => {
    code = given;
  });
  await command.parseAsync(['--contract', 'contract.ts', ...args], { from: 'user' });
  return { text, code };
}

const git = (...args: string[]) =>
  execFileSync(
    'git',
    ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', '-c', 'commit.gpgsign=false', ...args],
    {
      cwd: folder,
      encoding: 'utf8',
    },
  );

beforeAll(async () => {
  symlinkSync(resolve(import.meta.dirname, '../../node_modules'), join(folder, 'node_modules'), 'junction');
  writeFileSync(join(folder, '.gitignore'), 'node_modules\n');
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }\n');
  writeFileSync(join(folder, 'contract.ts'), notes('z.string()'));
  git('init', '--quiet');
  git('add', '.');
  git('commit', '--quiet', '--message', 'feat: notes');
  git('tag', 'v1');
  writeFileSync(join(folder, 'earlier.ts'), notes('z.string()'));
  await diff('--write', 'earlier.json', '--options', 'description');
  // Modules are loaded once by their address: the changed contract has one of its own.
  writeFileSync(join(folder, 'contract.ts'), notes('z.string().max(80)'));
  cpSync(join(folder, 'contract.ts'), join(folder, 'later.ts'));
});

const later = ['--contract', 'later.ts'];

describe('contract-kit diff', () => {
  it('fails when callers of the earlier contract would break, and says where and why', async () => {
    const { text, code } = await diff('--against', 'earlier.json', ...later);
    expect(text).toMatch(
      /^breaking {2}create, CreateRequest\.title\n {10}The maximum length is lower: 80\. {2}request\.max-length-lowered [0-9a-f]{12}\n\n1 breaking, 0 risky, 0 safe; 0 acknowledged\. 1 fails\.\n$/,
    );
    expect(code).toBe(1);
  });

  it('compares with a commit, a module and an address alike, without changing the work tree', async () => {
    const server = createServer((_request, response) => response.end(readFileSync(join(folder, 'earlier.json'))));
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    onTestFinished(() => void server.close());
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/contract.json`;
    const [first, ...others] = await Promise.all(
      ['earlier.json', 'earlier.ts', address].map((against) => diff('--against', against, ...later)),
    );
    for (const other of others) expect(other).toEqual(first);
    const before = git('status', '--porcelain');
    const ofCommit = await diff('--against', 'v1');
    expect(ofCommit.text).toBe('Nothing has changed. Nothing fails.\n');
    expect(git('status', '--porcelain')).toBe(before);
    expect(git('worktree', 'list').trim().split('\n')).toHaveLength(1);
  });

  it('accepts acknowledged findings until they expire', async () => {
    const { text } = await diff('--against', 'earlier.json', '--format', 'json', ...later);
    const { failing } = JSON.parse(text) as { failing: string[] };
    const acknowledge = (expires?: string) =>
      writeFileSync(
        join(folder, 'acknowledged.json'),
        JSON.stringify([{ fingerprints: [...failing, '0123456789ab'], reason: 'Longer titles were cut.', expires }]),
      );
    const run = () => diff('--against', 'earlier.json', '--acknowledged', 'acknowledged.json', ...later);
    acknowledge();
    expect(await run()).toMatchObject({
      code: 0,
      text: expect.stringContaining('acknowledged: Longer titles were cut.'),
    });
    acknowledge('2020-01-31');
    const expired = await run();
    expect(expired.code).toBe(1);
    expect(expired.text).toContain(`Expired 2020-01-31: Longer titles were cut. (${failing[0]}, 0123456789ab)`);
    expect(expired.text).toContain('Acknowledged, but no longer found: 0123456789ab');
  });

  it('fails from the given level on', async () => {
    const risky = { ...JSON.parse(readFileSync(join(folder, 'earlier.json'), 'utf8')) } as Snapshot;
    const { create } = risky.operations;
    writeFileSync(join(folder, 'renamed.json'), JSON.stringify({ ...risky, operations: { make: create } }));
    const args = ['--against', 'renamed.json', '--contract', 'earlier.ts'];
    expect(await diff(...args)).toMatchObject({ code: 0, text: expect.stringContaining('1 risky') });
    expect(await diff(...args, '--fail-on', 'risky')).toMatchObject({ code: 1 });
  });

  it.each([
    [
      'markdown',
      /^## Breaking\n\n\| where \| what \| acknowledged \| fingerprint \|\n\|---\|---\|---\|---\|\n\| create, CreateRequest\.title \|/,
    ],
    [
      'junit',
      /<testsuites tests="1" failures="1">[\s\S]*<failure type="breaking" message="The maximum length is lower: 80\."\/>/,
    ],
    [
      'github',
      /^::error title=Contract%3A breaking::create, CreateRequest\.title: The maximum length is lower: 80\. \(/,
    ],
    ['json', /^\{\n {2}"findings": \[\n {4}\{\n {6}"id": "request\.max-length-lowered",/],
  ])('writes %s', async (format, expected) => {
    const { text } = await diff('--against', 'earlier.json', '--format', format, ...later);
    expect(text).toMatch(expected);
  });

  it('lists its rules', async () => {
    expect((await diff('--rules')).text).toContain('breaking  scopes.added: Callers need a further scope.\n');
  });

  it('reports arguments it does not understand', async () => {
    writeFileSync(join(folder, 'broken.json'), '{');
    writeFileSync(join(folder, 'other.json'), '{}');
    writeFileSync(join(folder, 'wrong.json'), '[{ "fingerprints": [] }]');
    const against = (what: string) => diff('--against', what);
    await expect(diff()).rejects.toThrow('Pass --against, --write or both.');
    await expect(against('no-such-tag')).rejects.toThrow('"no-such-tag" is not a file, an address or a commit');
    await expect(against('broken.json')).rejects.toThrow('broken.json is not valid JSON.');
    await expect(against('other.json')).rejects.toThrow('It is not a snapshot of a contract.');
    await expect(against('http://127.0.0.1:9/contract.json')).rejects.toThrow('cannot be read');
    const wrong = diff('--against', 'earlier.json', '--acknowledged', 'wrong.json');
    await expect(wrong).rejects.toThrow('These are not acknowledgements');
    await expect(diff('--against', 'earlier.json', '--format', 'pdf')).rejects.toThrow('Allowed choices');
  });
});
