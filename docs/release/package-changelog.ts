/** A commit, as far as a CHANGELOG tells of it. */
export interface Commit {
  /** In 7 characters or more. */
  readonly hash: string;
  readonly subject: string;
  readonly body: string;
}

/** What `git log --format` is to print for {@link parseLog}: fields end with NUL, commits with a record separator. */
export const logFormat = '%h%x00%s%x00%b%x1e';

export function parseLog(text: string): Commit[] {
  const records = text.split('\u001e').map((record) => record.trim());
  return records.filter(Boolean).map((record) => {
    const [hash = '', subject = '', body = ''] = record.split('\0');
    return { hash, subject, body };
  });
}

interface Entry {
  readonly type: string;
  readonly text: string;
  readonly isBreaking: boolean;
}

const conventional = /^(?<type>[a-z]+)(?:\([^)]*\))?(?<mark>!)?: (?<text>.+)$/;

/** Reads a subject by Conventional Commits 1.0; null for one that is written in another way, as merges are. */
function parseCommit({ hash, subject, body }: Commit): Entry | null {
  const { type, mark, text } = conventional.exec(subject)?.groups ?? {};
  if (type === undefined || text === undefined) return null;
  const isBreaking = mark !== undefined || /^BREAKING[ -]CHANGE: /m.test(body);
  return { type, isBreaking, text: `${text.charAt(0).toUpperCase()}${text.slice(1)} (${hash})` };
}

const headings: readonly (readonly [heading: string, isUnder: (entry: Entry) => boolean])[] = [
  ['Breaking', ({ isBreaking }) => isBreaking],
  ['Added', ({ type, isBreaking }) => type === 'feat' && !isBreaking],
  ['Fixed', ({ type, isBreaking }) => type === 'fix' && !isBreaking],
  ['Faster', ({ type, isBreaking }) => type === 'perf' && !isBreaking],
];

/** What the commits are to a user of the package, by heading; empty when they are nothing to one. */
export function renderCommits(commits: readonly Commit[]): string {
  const entries = commits.flatMap((commit) => parseCommit(commit) ?? []);
  const sections = headings.flatMap(([heading, isUnder]) => {
    const lines = entries.filter(isUnder).map(({ text }) => `- ${text}`);
    return lines.length === 0 ? [] : [`### ${heading}\n\n${lines.join('\n')}\n`];
  });
  return sections.join('\n');
}

/** The version that comes after the commits. Before 1.0.0, a break raises the second number, and anything else the third. */
export function nextVersion(version: string, commits: readonly Commit[]): string {
  const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number);
  const entries = commits.flatMap((commit) => parseCommit(commit) ?? []);
  const isBreaking = entries.some((entry) => entry.isBreaking);
  const adds = entries.some(({ type }) => type === 'feat');
  if (major === 0) return isBreaking ? `0.${minor + 1}.0` : `0.${minor}.${patch + 1}`;
  if (isBreaking) return `${major + 1}.0.0`;
  return adds ? `${major}.${minor + 1}.0` : `${major}.${minor}.${patch + 1}`;
}

const unreleased = /^## \[([^\]]+)\] - Unreleased$/m;

/** A CHANGELOG after a release, and the version it is. */
export interface ReleasedChangelog {
  readonly version: string;
  readonly text: string;
}

/**
 * Writes a release into a CHANGELOG: a section that was written by hand gets its date, else the commits make one.
 *
 * @param version of the package, as it was released before.
 * @param date ISO date.
 * @returns null when there is nothing to release.
 */
export function releaseChangelog(
  changelog: string,
  { version, commits, date }: { readonly version: string; readonly commits: readonly Commit[]; readonly date: string },
): ReleasedChangelog | null {
  const written = unreleased.exec(changelog)?.[1];
  if (written !== undefined) {
    return { version: written, text: changelog.replace(unreleased, `## [${written}] - ${date}`) };
  }
  const section = renderCommits(commits);
  if (section === '') return null;
  const next = nextVersion(version, commits);
  const [head = '', ...released] = changelog.split(/^(?=## \[)/m);
  return { version: next, text: [head, `## [${next}] - ${date}\n\n${section}\n`, ...released].join('') };
}
