import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { optionalPrograms } from './optional-programs.ts';
import { describeSkipped } from './skipped-tests-reporter.ts';

test('names each missing program once, and one command for each installer', () => {
  const missing = [
    { name: 'redis-server', installer: 'apt-get install', packages: 'redis-server' },
    { name: 'mcs', installer: 'apt-get install', packages: 'mono-mcs mono-runtime' },
    { name: 'schemathesis', installer: 'pip install', packages: 'schemathesis==4.32.5' },
  ];
  expect(describeSkipped(12, missing)).toBe(
    '12 tests were skipped because this machine lacks redis-server, mcs, and schemathesis. ' +
      'To run them: apt-get install redis-server mono-mcs mono-runtime; pip install schemathesis==4.32.5',
  );
  expect(describeSkipped(1, missing.slice(0, 1))).toBe(
    'One test was skipped because this machine lacks redis-server. To run them: apt-get install redis-server',
  );
});

test('names the versions that the script for continuous integration installs', () => {
  const script = readFileSync(new URL('../../.ci/run', import.meta.url), 'utf8');
  const pinned = Object.values(optionalPrograms).filter(({ installer }) => installer !== 'apt-get install');
  expect(pinned.filter(({ packages }) => !script.includes(packages))).toEqual([]);
});
