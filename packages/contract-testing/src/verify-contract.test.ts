import { tagOf } from '@contract-kit/example-todo-server/todos.ts';
import { ApiError, matchesStrongly } from '@contract-kit/http-spec';
import { notFound } from '@contract-kit/middleware';
import { describe, expect, it } from 'vitest';
import { brokenServers } from '../test-support/broken/index.ts';
import { createMeeting } from '../test-support/broken/meeting.ts';
import { contract } from '../test-support/tasks-contract.ts';
import { createTasksApp, type Deviation } from '../test-support/tasks-server.ts';
import { allChecks } from './checks/all-checks.ts';
import { formatReport } from './running/format-report.ts';
import { verifyContract } from './verify-contract.ts';

describe('a server that keeps its contract', () => {
  it.each([1, 2, 3])('passes every check, with seed %i', async (seed) => {
    const report = await verifyContract(contract, { ...createTasksApp(), seed, runs: 15 });
    expect([report.failed, report.skipped], formatReport(report)).toEqual([0, 0]);
    const made = new Set(report.operations.flatMap(({ checks }) => checks.map(({ id }) => id)));
    expect(allChecks.map(({ id }) => id).filter((id) => !made.has(id))).toEqual([]);
  });
});

describe('a verdict', () => {
  const failuresOf = async (deviation: Deviation, only: readonly string[]) => {
    const report = await verifyContract(contract, { ...createTasksApp(deviation), only, runs: 5 });
    expect(report.passed, formatReport(report)).toBeGreaterThan(0);
    const checks = report.operations.flatMap((operation) => operation.checks);
    return checks.filter(({ outcome }) => outcome === 'failed').map(({ id, reason }) => `${id}: ${reason}`);
  };

  it('does not mistake another request id for a change of a record that cannot be read', async () => {
    const hidden: Deviation = ({ handlers }) => ({
      handlers: {
        ...handlers,
        get: async () => {
          throw notFound('todo');
        },
      },
    });
    const checks = ['state.no-trace', 'state.repeated-put', 'entity-tags.change', 'access.other-tenant'];
    expect(await failuresOf(hidden, ['todos.patch', 'todos.put', 'todos.delete', ...checks])).toEqual([]);
  });

  it('does not depend on which of several concurrent requests is refused', async () => {
    const late: Deviation = ({ handlers, todos }) => {
      const meetAnother = createMeeting();
      return {
        handlers: {
          ...handlers,
          patch: async ({ params, body, context }) => {
            const { tenantId } = context.caller;
            if (context.ifMatch !== null) await meetAnother();
            if (context.ifMatch !== null && !matchesStrongly(context.ifMatch, tagOf(todos.get(tenantId, params.id)))) {
              // The documented ETag is missing here, but only for requests that overlap.
              throw new ApiError('precondition_failed', 'Too late.');
            }
            return handlers.patch({ params, body, context: { ...context, ifMatch: null } } as never);
          },
        },
      };
    };
    expect(await failuresOf(late, ['todos.patch'])).toEqual([]);
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

  it('has a defect for every check that only this check finds', () => {
    expect(allChecks.map(({ id }) => id).filter((id) => !alone.has(id))).toEqual([]);
  });
});
