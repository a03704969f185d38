import { expect, test } from 'vitest';
import { describeSkipped } from './skipped-tests-reporter.ts';

test('names each missing program once, and one command for each installer', () => {
  const missing = [
    { name: 'redis-server', install: 'apt-get install redis-server' },
    { name: 'chromium', install: 'apt-get install chromium-headless-shell' },
    { name: 'schemathesis', install: 'pip install schemathesis' },
  ];
  expect(describeSkipped(12, missing)).toBe(
    '12 tests were skipped because this machine lacks redis-server, chromium, and schemathesis. ' +
      'To run them: apt-get install redis-server chromium-headless-shell; pip install schemathesis',
  );
  expect(describeSkipped(1, missing.slice(0, 1))).toBe(
    'One test was skipped because this machine lacks redis-server. To run them: apt-get install redis-server',
  );
});
