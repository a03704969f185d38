import { createApi } from '@contract-kit/middleware';
import { createFetchHandler } from '@contract-kit/middleware/fetch';
import { describe, expect, it } from 'vitest';
import { brokenServers } from '../test-support/broken/index.ts';
import { contract } from '../test-support/tasks-contract.ts';
import { createTasks, createTasksApp, type Deviation } from '../test-support/tasks-server.ts';
import { allChecks } from './checks/all-checks.ts';
import { formatReport } from './running/format-report.ts';
import { verifyContract } from './verify-contract.ts';

const seeds = [1, 2, 3, 5, 8, 13, 21, 34, 55, 89];

/** Without sockets, which take a fifth of a run, unless what deviates is a part of Express. */
function createServer(deviation: Deviation | undefined) {
  const { options, before, credentials } = createTasks(deviation);
  if (before !== undefined) return createTasksApp(deviation);
  const handler = createFetchHandler(createApi(options));
  return { app: (request: Request) => handler(request), credentials };
}

/** The checks that did not pass, as one line. */
async function verdictOf(deviation: Deviation | undefined, operation: string, seed: number, runs = 5): Promise<string> {
  const settings = { seed, runs, only: [operation] };
  const { operations } = await verifyContract(contract, { ...createServer(deviation), ...settings });
  const checks = operations.flatMap((report) => report.checks.map((check) => ({ ...check, of: report.id })));
  const wrong = checks.filter(({ outcome }) => outcome !== 'passed');
  return wrong.map(({ of, id, outcome }) => `${of} ${id} ${outcome}`).join(', ');
}

describe('a verdict does not depend on the seed', () => {
  it.each(brokenServers)('of a server that $title', async ({ operation, check, deviation }) => {
    const verdicts = await Promise.all(seeds.map((seed) => verdictOf(deviation, operation, seed)));
    expect([...new Set(verdicts)]).toEqual([expect.stringContaining(`${operation} ${check} failed`)]);
  });

  it('of a server that keeps its contract', async () => {
    for (const seed of seeds) expect(await verdictOf(undefined, 'todos.*', seed, 15)).toBe('');
    for (const seed of seeds) expect(await verdictOf(undefined, 'files.*', seed, 15)).toBe('');
  });
});

// The last test looks at what the others found.
describe('among all checks, a server that', { shuffle: false }, () => {
  const alone = new Set<string>();

  it.each(brokenServers)('$title is found by $check', async ({ operation, check, deviation }) => {
    const app = createTasksApp(deviation);
    const report = await verifyContract(contract, { ...app, seed: 4, runs: 30, only: [operation] });
    const failed = report.operations.flatMap(({ checks }) => checks).filter(({ outcome }) => outcome === 'failed');
    const ids = failed.map(({ id }) => id);
    expect(ids, formatReport(report)).toContain(check);
    if (ids.length === 1) alone.add(check);
  });

  it('has a defect for every check that only this check finds', () => {
    expect(allChecks.map(({ id }) => id).filter((id) => !alone.has(id))).toEqual([]);
  });
});
