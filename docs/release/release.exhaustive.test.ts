import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../..');

it('a release checks the version, freezes the API, packs the packages and publishes nothing', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'release-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const clone = join(folder, 'clone');
  const packed = join(folder, 'packed');
  const inClone = async (command: string, ...args: string[]) =>
    (await run(command, args, { cwd: clone, maxBuffer: 2 ** 26 })).stdout;
  const pnpm = (...args: string[]) => inClone('npx', '--yes', 'pnpm@12', '--silent', ...args);
  const node = (...args: string[]) => inClone('node_modules/.bin/node', ...args);
  const git = (...args: string[]) => inClone('git', '-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', ...args);

  await run('git', ['clone', '--quiet', '--shared', '--config', 'gc.auto=0', root, clone]);
  await pnpm('install', '--frozen-lockfile', '--prefer-offline');
  const last = (await readdir(join(clone, 'docs/releases'))).filter((name) => /^\d/.test(name)).at(-1) ?? '';
  const [major = 0] = last.split('.').map(Number);
  const [patched, next] = [`${major}.0.1`, `${major + 1}.0.0`];

  await writeFile(join(clone, 'unsaved.txt'), 'Not committed.');
  const refused = node('docs/release/release.ts', patched, packed).catch(
    (error: { readonly stdout: string }) => error.stdout,
  );
  expect(await refused).toMatch(
    /not committed:\n\?\? unsaved\.txt[\s\S]*states the version[\s\S]*needs a new major version/,
  );
  await rm(join(clone, 'unsaved.txt'));
  expect(await git('status', '--porcelain')).toBe('');

  const contract = join(clone, 'contract/src/contract.ts');
  await writeFile(
    contract,
    (await readFile(contract, 'utf8')).replace(`apiVersion = '${last}'`, `apiVersion = '${next}'`),
  );
  await node('docs/generate.ts');
  await git('commit', '--quiet', '--all', '--message', `feat(contract)!: version ${next}`);
  const printed = await pnpm('release', next, packed);

  const tarballs = (await readdir(packed)).filter((name) => name.endsWith('.tgz'));
  expect(tarballs).toContain('contract-kit-diff-0.1.0.tgz');
  for (const tarball of tarballs) expect(printed).toContain(`npm publish ${join(packed, tarball)}`);
  expect(printed).toContain(`tag the commit v${next}`);
  const written = await git('status', '--porcelain', '--untracked-files=all');
  expect(written).toContain(`docs/releases/${next}/contract.json`);
  expect(written).toContain('packages/contract-diff/CHANGELOG.md');
  expect(await readFile(join(clone, 'docs/releases/CHANGELOG.md'), 'utf8')).toMatch(
    new RegExp(`## Unreleased\n\nNothing has changed\\.\n[\\s\\S]*## ${next}\n\n### Breaking`),
  );
  expect(await git('log', '-1', '--format=%s')).toBe(`feat(contract)!: version ${next}\n`);
});
