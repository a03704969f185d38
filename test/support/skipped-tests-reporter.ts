import process from 'node:process';
import type { Reporter, TestModule } from 'vitest/node';
import { hasCatalogs } from '../../apps/catalog-loader/testing/real-catalogs.ts';
import { findMissingPrograms } from './optional-programs.ts';

const catalogs = { name: 'the real catalogs', install: 'set CATALOG_DATA to their folder' };

/** Ends a run that skipped tests with one line that says why, and how to run them. */
export class SkippedTestsReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const skipped = modules.flatMap((module) => [...module.children.allTests('skipped')]).length;
    const tiers = new Set(modules.map(({ project }) => project.name));
    const programs = findMissingPrograms().filter(({ tier }) => tiers.has(tier));
    const missing = hasCatalogs || !tiers.has('exhaustive') ? programs : [...programs, catalogs];
    if (skipped === 0 || missing.length === 0) return;
    process.stdout.write(`${describeSkipped(skipped, missing)}\n`);
  }
}

/** @example 12 tests were skipped because this machine lacks redis-server. To run them: apt-get install redis-server */
export function describeSkipped(
  skipped: number,
  missing: readonly { readonly name: string; readonly install: string }[],
): string {
  const names = new Intl.ListFormat('en').format(missing.map(({ name }) => name));
  const tests = skipped === 1 ? 'One test was' : `${skipped} tests were`;
  return `${tests} skipped because this machine lacks ${names}. To run them: ${joinInstalls(missing.map(({ install }) => install))}`;
}

/** One command for each installer, with everything it is to install. */
function joinInstalls(commands: readonly string[]): string {
  const byInstaller = Map.groupBy(commands, (command) => command.slice(0, command.lastIndexOf(' ')));
  return [...byInstaller]
    .map(([installer, each]) => [installer, ...each.map((command) => command.slice(installer.length + 1))].join(' '))
    .join('; ');
}
