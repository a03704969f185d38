import { tagOf } from '@contract-kit/example-todo-server/todos.ts';
import { ApiError, matchesStrongly } from '@contract-kit/http-spec';
import { createApi, notFound } from '@contract-kit/middleware';
import { createFetchHandler } from '@contract-kit/middleware/fetch';
import { describe, expect, it } from 'vitest';
import { type BrokenServer, brokenServers } from '../test-support/broken/index.ts';
import { createMeeting } from '../test-support/broken/meeting.ts';
import { contract } from '../test-support/tasks-contract.ts';
import { createTasks, createTasksApp, type Deviation } from '../test-support/tasks-server.ts';
import { allChecks } from './checks/all-checks.ts';
import { everyResponseChecks } from './checks/every-response.ts';
import { formatReport } from './running/format-report.ts';
import { verifyContract } from './verify-contract.ts';

describe('a server that keeps its contract', () => {
  it('passes every check', async () => {
    const report = await verifyContract(contract, { ...createTasksApp(), seed: 1, runs: 15 });
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

  it('does not depend on slots of a rate limit that free while a request is served', async () => {
    let [waiting, taken] = [0, 0];
    const take = (_: string, { limit }: { readonly limit: number }) => {
      taken += 1;
      return { admitted: true, limit, remaining: limit - taken, resetMs: 0 };
    };
    const { options, credentials } = createTasks(({ rateLimit }) => ({
      rateLimit: {
        ...rateLimit,
        store: { take, takeAll: (subject, policies) => policies.map((policy) => take(subject, policy)) },
      },
    }));
    const handler = createFetchHandler(createApi(options));
    const app = async (request: Request) => {
      waiting += 1;
      const response = await handler(request);
      waiting -= 1;
      if (waiting === 0) taken = 0;
      return response;
    };
    const report = await verifyContract(contract, {
      app,
      credentials,
      only: ['todos.create', 'responses.rate-headers'],
    });
    expect([report.passed, report.skipped], formatReport(report)).toEqual([1, 0]);
  });
});

/** The check, and for promises about every response the checks before it, in whose responses it looks. */
function checksFor({ operation, check }: BrokenServer): string[] {
  return everyResponseChecks.some(({ id }) => id === check) ? [operation] : [operation, check];
}

describe('a server that', () => {
  it.each(brokenServers)('$title is found by $check', async (broken) => {
    const app = createTasksApp(broken.deviation);
    const report = await verifyContract(contract, { ...app, seed: 4, runs: 10, only: checksFor(broken) });
    const checks = report.operations.flatMap((operation) => operation.checks);
    const failed = checks.filter(({ outcome }) => outcome === 'failed').map(({ id }) => id);
    expect(failed, formatReport(report)).toContain(broken.check);
  });

  it('breaks the promise of a check is there for every check', () => {
    const found = new Set(brokenServers.map(({ check }) => check));
    expect(allChecks.map(({ id }) => id).filter((id) => !found.has(id))).toEqual([]);
  });
});
