import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type Acknowledgement,
  createSnapshot,
  diffContracts,
  type Finding,
  type JudgedFinding,
  judgeFindings,
  type Level,
  parseAcknowledgements,
  readSnapshot,
  type Snapshot,
} from '@contract-kit/diff';
import { apiDescription, contract, limits } from '@product-content/contract';

const folder = join(import.meta.dirname, '../releases');

/** Where a release has the reasons for its breaks, and the folder of releases those for the breaks since the last one. */
export const acknowledgedFile = 'acknowledged.json';

/** Versions of the API that have been released, earliest first. */
export async function findReleases(): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const versions = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  return versions.sort((a, b) => a.localeCompare(b, 'en', { numeric: true }));
}

/** The contract as a version promised it. */
export async function readRelease(version: string): Promise<Snapshot> {
  const read = async (name: string) => JSON.parse(await readFile(join(folder, version, name), 'utf8'));
  return readSnapshot(await read('contract.json'), await read('openapi.json'));
}

/** The contract as it is now. */
export function currentSnapshot(): Promise<Snapshot> {
  return createSnapshot(contract, { ...apiDescription, idempotencyRetentionMs: limits.idempotencyTtlMs });
}

/** What has changed since a release, worst first. */
export async function findChangesSince(version: string): Promise<Finding[]> {
  return diffContracts(await readRelease(version), await currentSnapshot());
}

/**
 * What has been accepted: of a release against the one before it, or since the last one.
 *
 * @param version of the release; absent for what comes next.
 */
export async function readAcknowledgements(version = ''): Promise<Acknowledgement[]> {
  return parseAcknowledgements(JSON.parse(await readFile(join(folder, version, acknowledgedFile), 'utf8')));
}

const headings: Readonly<Record<Level, string>> = {
  breaking: 'Breaking',
  risky: 'May break',
  safe: 'Added and relaxed',
};

/** The CHANGELOG of the API: a section per release, and one for what comes next, each made of what the contracts differ in. */
export async function renderApiChangelog(): Promise<string> {
  const versions = await findReleases();
  const snapshots = [...(await Promise.all(versions.map(readRelease))), await currentSnapshot()];
  const sections = snapshots.slice(1).map(async (after, index) => {
    const version = versions[index + 1];
    const { findings } = judgeFindings(diffContracts(snapshots[index] as Snapshot, after), {
      failOn: 'breaking',
      acknowledgements: await readAcknowledgements(version),
    });
    return [`## ${version ?? 'Unreleased'}`, '', ...renderFindings(findings)].join('\n');
  });
  return [
    '# Changelog of the API',
    '',
    'Generated from the contracts of the releases. What a contract does not show is in [README.md](README.md).',
    '',
    ...(await Promise.all(sections)).reverse(),
    `## ${versions[0]}`,
    '',
    'The first release.',
    '',
  ].join('\n');
}

function renderFindings(findings: readonly JudgedFinding[]): string[] {
  if (findings.length === 0) return ['Nothing has changed.', ''];
  return (['breaking', 'risky', 'safe'] as const).flatMap((level) => {
    const lines = Map.groupBy(
      findings.filter((finding) => finding.level === level),
      ({ path, message, acknowledged }) => JSON.stringify([path, message, acknowledged]),
    );
    if (lines.size === 0) return [];
    return [`### ${headings[level]}`, '', ...[...lines.values()].map(renderLine), ''];
  });
}

/** How many operations a line names. */
const namedOperations = 3;

/** The same change at the same place of several operations is one line. */
function renderLine(findings: readonly JudgedFinding[]): string {
  const [{ path, message, acknowledged } = { path: '', message: '', acknowledged: undefined }] = findings;
  const operations = [...new Set(findings.flatMap((finding) => finding.operations))].sort();
  const named = operations.slice(0, namedOperations).map((id) => `\`${id}\``);
  const others = operations.length > namedOperations ? [`${operations.length - namedOperations} more`] : [];
  const place = path === '' ? [] : [`\`${path}\``];
  const where = [[...named, ...others].join(', ') || 'every operation', ...place].join(' ');
  const text = message.replaceAll(/[\\`*_[\]<>|]/g, '\\$&').replaceAll(/\s/g, ' ');
  return `- ${where}: ${text}${acknowledged === undefined ? '' : ` ${acknowledged}`}`;
}
