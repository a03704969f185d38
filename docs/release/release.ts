import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { type Finding, judgeFindings } from '@contract-kit/diff';
import { apiVersion } from '@product-content/contract';
import { findStaleFiles, generateFiles, writeFiles } from '../generate.ts';
import { freeze } from './freeze.ts';
import { logFormat, parseLog, releaseChangelog } from './package-changelog.ts';
import { acknowledgedFile, findChangesSince, findReleases, readAcknowledgements } from './releases.ts';

const docs = join(import.meta.dirname, '..');
const root = join(docs, '..');
const run = promisify(execFile);
const git = async (...args: string[]) => (await run('git', args, { cwd: root, maxBuffer: 2 ** 28 })).stdout;

/** The part of a version that a change raises at least. */
type Step = 'major' | 'minor' | 'patch';

/** What has to be raised for these findings. */
export function requiredStep(findings: readonly Finding[]): Step {
  if (findings.some(({ level }) => level === 'breaking')) return 'major';
  return findings.length > 0 ? 'minor' : 'patch';
}

/** What is raised from one version to a later one; null when the second is no later one. */
export function stepBetween(before: string, after: string): Step | null {
  const [from, to] = [before, after].map((version) => version.split('.').map(Number));
  const raised = (['major', 'minor', 'patch'] as const).find((_, index) => from?.[index] !== to?.[index]);
  const index = raised === undefined ? -1 : ['major', 'minor', 'patch'].indexOf(raised);
  return raised !== undefined && (to?.[index] ?? 0) > (from?.[index] ?? 0) ? raised : null;
}

const steps: readonly Step[] = ['patch', 'minor', 'major'];

/** @returns one sentence for each reason why the version cannot be released; none when it can. */
async function findObstacles(version: string, last: string): Promise<string[]> {
  const changed = (await git('status', '--porcelain')).trim();
  const stale = await findStaleFiles(docs, await generateFiles());
  const findings = await findChangesSince(last);
  const { failing } = judgeFindings(findings, { failOn: 'breaking', acknowledgements: await readAcknowledgements() });
  const [needed, step] = [requiredStep(findings), stepBetween(last, version)];
  return [
    ...(changed === '' ? [] : [`The tree has changes that are not committed:\n${changed}`]),
    ...(stale.length === 0 ? [] : [`Generated files are stale (pnpm generate): ${stale.join(', ')}.`]),
    ...(version === apiVersion
      ? []
      : [`The contract states the version ${apiVersion}: change it in contract/src/contract.ts.`]),
    ...(step === null ? [`${version} is not later than ${last}.`] : []),
    ...(step !== null && steps.indexOf(step) < steps.indexOf(needed)
      ? [`What has changed since ${last} needs a new ${needed} version: ${version} raises the ${step} one.`]
      : []),
    ...(failing.length === 0 ? [] : [`${failing.length} breaks have no reason in docs/releases/${acknowledgedFile}.`]),
  ];
}

/** Writes the release into the CHANGELOG and package.json of each package that has changed since the last one. */
async function releasePackages(last: string, date: string): Promise<string[]> {
  const since = (await git('log', '-1', '--format=%H', '--', `docs/releases/${last}/contract.json`)).trim();
  const released: string[] = [];
  for (const manifestPath of globSync('packages/*/package.json', { cwd: root }).sort()) {
    const folder = dirname(manifestPath);
    const log = await git('log', `--format=${logFormat}`, `${since}..HEAD`, '--', folder);
    const manifest = await readFile(join(root, manifestPath), 'utf8');
    const { name, version } = JSON.parse(manifest) as { readonly name: string; readonly version: string };
    const changelogPath = join(root, folder, 'CHANGELOG.md');
    const changelog = await readFile(changelogPath, 'utf8');
    const next = releaseChangelog(changelog, { version, commits: parseLog(log), date });
    if (next === null) continue;
    await writeFile(changelogPath, next.text);
    await writeFile(
      join(root, manifestPath),
      manifest.replace(`"version": "${version}"`, `"version": "${next.version}"`),
    );
    released.push(`${name}@${next.version}`);
  }
  return released;
}

/**
 * The command `pnpm release <version> [folder]`: checks, freezes the API, writes the changelogs, packs every package into
 * the folder, and prints what is left to do. It publishes nothing, commits nothing and pushes nothing.
 *
 * @returns the exit code: 1 when the version cannot be released; nothing has been written then.
 */
export async function release(args: readonly string[], print: (line: string) => void): Promise<number> {
  const [version = '', folder = join(root, 'dist')] = args;
  const last = (await findReleases()).at(-1) ?? '0.0.0';
  if (!/^\d+\.\d+\.\d+$/.test(version)) {
    print('Say which version: pnpm release 2.0.0');
    return 1;
  }
  const obstacles = await findObstacles(version, last);
  for (const obstacle of obstacles) print(obstacle);
  if (obstacles.length > 0) return 1;

  for (const path of await freeze(docs)) print(`written: ${path}`);
  const released = await releasePackages(last, new Date().toISOString().slice(0, 10));
  for (const path of await writeFiles(docs, await generateFiles())) print(`written: ${path}`);
  await mkdir(folder, { recursive: true });
  await run('npx', ['--yes', 'pnpm@12', 'pack:packages', folder], { cwd: root, maxBuffer: 2 ** 26 });
  print(`Packed into ${folder}. To publish:`);
  for (const file of (await readdir(folder)).filter((name) => name.endsWith('.tgz')).sort()) {
    const isReleased = released.some(
      (each) => file === `${each.replace(/^@/, '').replace('/', '-').replace('@', '-')}.tgz`,
    );
    if (isReleased)
      print(`  npm publish ${join(folder, file)}  # ${Math.ceil((await stat(join(folder, file))).size / 1024)} KiB`);
  }
  print(`Then commit, and tag the commit v${version}.`);
  return 0;
}

if (import.meta.main) {
  process.exitCode = await release(process.argv.slice(2), (line) => process.stdout.write(`${line}\n`));
}
