import { describe, expect, it } from 'vitest';
import { contract } from '../test-support/tasks-contract.ts';
import { createTasksApp } from '../test-support/tasks-server.ts';
import { contractRoutesOf } from './contract/contract-route.ts';
import { formatReport } from './running/format-report.ts';
import { selectChecks } from './select-checks.ts';
import { verifyContract } from './verify-contract.ts';

const routes = contractRoutesOf(contract);

/** The selected checks, as `todos.get access.no-key`. */
function pairsOf(every: number, seed: number): string[] {
  return [...selectChecks(routes, routes, { every, seed })].flatMap(([{ id }, checks]) =>
    checks.map((check) => `${id} ${check.id}`),
  );
}
const operationsOf = (pairs: readonly string[]) => new Set(pairs.map((pair) => pair.split(' ')[0]));
const checksOf = (pairs: readonly string[]) => new Set(pairs.map((pair) => pair.split(' ')[1]));
const successes = (pairs: readonly string[]) => pairs.filter((pair) => pair.endsWith(' responses.success'));
const all = pairsOf(1, 0);

describe.each([2, 3, 6, 50])('every check number %i', (every) => {
  const runs = Array.from({ length: every }, (_, seed) => pairsOf(every, seed));

  it('is made of each operation with its success, and each check of some operation', () => {
    for (const pairs of runs) {
      expect(operationsOf(pairs)).toEqual(operationsOf(all));
      expect(checksOf(pairs)).toEqual(checksOf(all));
      expect(successes(pairs)).toEqual(successes(all));
      expect(pairs.length).toBeLessThan(all.length);
    }
  });

  it('is another one with another seed, until all have been made', () => {
    expect([...new Set(runs.flat())].sort()).toEqual([...all].sort());
    expect(pairsOf(every, 1)).not.toEqual(pairsOf(every, 0));
    expect(pairsOf(every, 1)).toEqual(pairsOf(every, 1));
  });
});

describe('every third check', () => {
  it('is a third of the checks, with success and those that would have been left out', () => {
    const { length } = pairsOf(3, 0);
    expect(length).toBeGreaterThanOrEqual(Math.floor(all.length / 3));
    expect(length).toBeLessThan(all.length / 2);
  });

  it('is what a run makes', async () => {
    const report = await verifyContract(contract, { ...createTasksApp(), seed: 7, runs: 3, every: 3 });
    const made = report.operations.flatMap(({ id, checks }) => checks.map((check) => `${id} ${check.id}`));
    expect(made).toEqual(pairsOf(3, 7));
    expect([report.failed, report.skipped], formatReport(report)).toEqual([0, 0]);
  });
});

it.each([0, -1, 1.5, Number.NaN])('every check number %d is refused', async (every) => {
  const run = verifyContract(contract, { ...createTasksApp(), every });
  await expect(run).rejects.toThrow(new RangeError('every must be a whole number from 1.'));
});
