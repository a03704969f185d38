import process from 'node:process';
import type { Reporter, TestModule } from 'vitest/node';
import { hasCatalogs } from '../../apps/catalog-loader/testing/real-catalogs.ts';
import { findMissingPrograms } from './optional-programs.ts';

interface Missing {
  readonly name: string;
  readonly installer: string;
  readonly packages: string;
}

const catalogs: Missing = { name: 'the real catalogs', installer: 'set', packages: 'CATALOG_DATA to their folder' };

/** Ends a run that skipped tests with one line that says why, and how to run them. */
export class SkippedTestsReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const skipped = modules.flatMap((module) => [...module.children.allTests('skipped')]).length;
    const tiers = new Set(modules.map(({ project }) => project.name));
    const programs = findMissingPrograms().filter((program) => program.tiers.some((tier) => tiers.has(tier)));
    const missing = hasCatalogs || !tiers.has('exhaustive') ? programs : [...programs, catalogs];
    if (skipped === 0 || missing.length === 0) return;
    process.stdout.write(`${describeSkipped(skipped, missing)}\n`);
  }
}

/** @example 12 tests were skipped because this machine lacks redis-server. To run them: apt-get install redis-server */
export function describeSkipped(skipped: number, missing: readonly Missing[]): string {
  const names = new Intl.ListFormat('en').format(missing.map(({ name }) => name));
  const tests = skipped === 1 ? 'One test was' : `${skipped} tests were`;
  // One command for each installer.
  const commands = [...Map.groupBy(missing, ({ installer }) => installer)].map(([installer, each]) =>
    [installer, ...each.map(({ packages }) => packages)].join(' '),
  );
  return `${tests} skipped because this machine lacks ${names}. To run them: ${commands.join('; ')}`;
}
