import { describe, expect, it } from 'vitest';
import { brokenServers } from '../test-support/broken/index.ts';
import { contract } from '../test-support/tasks-contract.ts';
import { createTasksApp } from '../test-support/tasks-server.ts';
import { allChecks } from './checks/all-checks.ts';
import { formatReport } from './reporting/format-report.ts';
import { verifyContract } from './verify-contract.ts';

describe('a server that keeps its contract', () => {
  it.each([1, 2, 3])('passes every check, with seed %i', async (seed) => {
    const report = await verifyContract(contract, { ...createTasksApp(), seed, runs: 15 });
    expect([report.failed, report.skipped], formatReport(report)).toEqual([0, 0]);
    const made = new Set(report.operations.flatMap(({ checks }) => checks.map(({ id }) => id)));
    expect(allChecks.map(({ id }) => id).filter((id) => !made.has(id))).toEqual([]);
  });
});

// The last test looks at what the others found.
describe('a server that', { shuffle: false }, () => {
  const alone = new Set<string>();

  it.each(brokenServers)('$title is found by $check', async ({ operation, check, deviation }) => {
    const app = createTasksApp(deviation);
    const report = await verifyContract(contract, { ...app, seed: 4, runs: 30, only: [operation] });
    const failed = report.operations.flatMap(({ checks }) => checks).filter(({ outcome }) => outcome === 'failed');
    const ids = failed.map(({ id }) => id);
    expect(ids, formatReport(report)).toContain(check);
    if (ids.length === 1) alone.add(check);
  });

  it('only one check finds is in the list, for every check', () => {
    expect(allChecks.map(({ id }) => id).filter((id) => !alone.has(id))).toEqual([]);
  });
});
