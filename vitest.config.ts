import { availableParallelism } from 'node:os';
import process from 'node:process';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './test/support/longest-first.ts';
import { SkippedTestsReporter } from './test/support/skipped-tests-reporter.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The project that runs the test. A test that both run does more in the second one. */
    tier: 'behavior' | 'exhaustive';
  }
}

const tests = '{contract,packages,apps,docs,test}/**/*.test.ts';
const exhaustiveTests = '{contract,packages,apps,docs,test}/**/*.exhaustive.test.ts';
const isShuffledWholly = process.argv.some((argument) => argument.startsWith('--sequence.shuffle'));
const ignored = ['**/node_modules/**', '**/dist/**'];

/** Long enough to tell a test that hangs from a machine that is slow or busy. */
const patience = (ms: number) => ({ testTimeout: ms, hookTimeout: ms });

/** docs/testing.md says what the two tiers are, and which server and database a test gets. */
export default defineConfig({
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'behavior',
          include: [tests],
          exclude: [...ignored, exhaustiveTests],
          provide: { tier: 'behavior' },
        },
      },
      {
        extends: true,
        test: {
          name: 'exhaustive',
          include: [exhaustiveTests],
          exclude: ignored,
          provide: { tier: 'exhaustive' },
          ...patience(900_000),
          // These tests wait for the programs they start half of the time. Other numbers of workers need another group.
          maxWorkers: availableParallelism() + 2,
          sequence: { groupOrder: 1 },
        },
      },
    ],
    // The tests of a file run in another order each time. The sequencer would take the place of the one that shuffles files.
    sequence: { shuffle: true, ...(isShuffledWholly ? {} : { sequencer: LongestFirst }) },
    globalSetup: ['./test/support/build.ts'],
    setupFiles: ['./test/support/vitest-setup.ts'],
    reporters: ['default', new SkippedTestsReporter()],
    pool: 'forks',
    // The files of a worker share its modules, its PostgreSQL server and its running apps.
    isolate: false,
    maxWorkers: availableParallelism() + 1,
    ...patience(180_000),
    expect: { poll: { timeout: 60_000, interval: 20 } },
  },
});
