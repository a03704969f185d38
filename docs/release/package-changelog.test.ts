import { describe, expect, it } from 'vitest';
import { nextVersion, parseLog, releaseChangelog, renderCommits } from './package-changelog.ts';

const commits = parseLog(
  [
    'aaaaaaa\0feat(client): retry after a pause\0Because.',
    'bbbbbbb\0fix(client)!: refuse an empty key\0',
    'ccccccc\0fix: read dates\0',
    'ddddddd\0docs: say more\0',
    'eeeeeee\0Merge branch x\0',
    'fffffff\0feat: drop Node 20\0BREAKING CHANGE: Node 22 is needed.',
  ].join('\u001e\n'),
);

describe('a CHANGELOG', () => {
  it('lists what commits mean to a user, breaking changes first', () => {
    expect(renderCommits(commits)).toBe(
      [
        '### Breaking\n\n- Refuse an empty key (bbbbbbb)\n- Drop Node 20 (fffffff)\n',
        '### Added\n\n- Retry after a pause (aaaaaaa)\n',
        '### Fixed\n\n- Read dates (ccccccc)\n',
      ].join('\n'),
    );
  });

  it('gets a section of the commits above those released before', () => {
    const before = '# Changelog\n\nThe form.\n\n## [0.1.0] - 2026-01-31\n\n### Added\n\n- All of it.\n';
    expect(releaseChangelog(before, { version: '0.1.0', commits: commits.slice(2, 3), date: '2026-02-28' })).toEqual({
      version: '0.1.1',
      text: '# Changelog\n\nThe form.\n\n## [0.1.1] - 2026-02-28\n\n### Fixed\n\n- Read dates (ccccccc)\n\n## [0.1.0] - 2026-01-31\n\n### Added\n\n- All of it.\n',
    });
    expect(releaseChangelog(before, { version: '0.1.0', commits: commits.slice(3, 5), date: '2026-02-28' })).toBeNull();
  });

  it('keeps a section that was written by hand, and dates it', () => {
    const before = '# Changelog\n\n## [0.1.0] - Unreleased\n\n- All of it.\n';
    expect(releaseChangelog(before, { version: '0.1.0', commits, date: '2026-02-28' })).toEqual({
      version: '0.1.0',
      text: '# Changelog\n\n## [0.1.0] - 2026-02-28\n\n- All of it.\n',
    });
  });
});

describe('the next version', () => {
  it.each([
    ['0.1.4', commits, '0.2.0'],
    ['0.1.4', commits.slice(0, 1), '0.1.5'],
    ['1.4.2', commits, '2.0.0'],
    ['1.4.2', commits.slice(0, 1), '1.5.0'],
    ['1.4.2', commits.slice(2, 3), '1.4.3'],
  ])('after %s follows from the commits', (version, since, expected) => {
    expect(nextVersion(version, since)).toBe(expected);
  });
});
