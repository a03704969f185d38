import { randomUUID } from 'node:crypto';
import { allScopes } from '@product-content/contract';
import { failureHeader } from './failing-responses.ts';
import { holdWrites } from './hold-writes.ts';
import type { Scenario } from './scenario.ts';

/** Scenarios that follow from a route's policies. Each varies the request that succeeds. */

const brokenQuery: Scenario = async (context) => ({ ...(await context.validRequest()), query: 'limit=%zz' });

const withoutKey: Scenario = async (context) => ({ ...(await context.validRequest()), key: null });

/** Every scope but the first the route needs, and but those of which it needs one. */
const withoutScope: Scenario = async (context) => {
  const { scopes: needed, anyScopes = [] } = context.route.policy;
  const scopes = allScopes.filter((scope) => scope !== needed[0] && !anyScopes.includes(scope));
  return { ...(await context.validRequest()), key: await context.keyWith(scopes) };
};

/** The usual request, after as many as its caller may send. */
const overLimit: Scenario = async (context) => {
  const draft = { ...(await context.validRequest()), server: context.limitedApp };
  for (let sent = 0; (await context.send(draft)).status !== 429; sent += 1) {
    if (sent > 50) throw new Error(`More than ${sent} requests were admitted.`);
  }
  return draft;
};

const unableToAnswer: Scenario = async (context) => ({
  ...(await context.validRequest()),
  headers: { [failureHeader]: 'yes' },
});

/** What every route without a key can return. */
export const keyless = {
  bad_request: brokenQuery,
  rate_limited: overLimit,
  internal_error: unableToAnswer,
} as const;

const withoutDatabase: Scenario = async (context) => ({ ...(await context.validRequest()), server: context.cutOffApp });

/** What every route that needs a key can return. */
export const keyed = {
  bad_request: brokenQuery,
  unauthorized: withoutKey,
  rate_limited: overLimit,
  internal_error: withoutDatabase,
} as const;

/** What every route that needs scopes can return. */
export const scoped = { ...keyed, forbidden: withoutScope } as const;

/** The path names a record that does not exist. */
export const unknownRecord: Scenario = async (context) => {
  const draft = await context.validRequest();
  return { ...draft, params: withFirst(draft.params, 'NONE') };
};

/** The path names a record by more characters than any has. */
export const longReference: Scenario = async (context) => {
  const draft = await context.validRequest();
  return { ...draft, params: withFirst(draft.params, 'x'.repeat(129)) };
};

function withFirst(params: Readonly<Record<string, string>> = {}, value: string): Record<string, string> {
  const [name = ''] = Object.keys(params);
  return { ...params, [name]: value };
}

/** A condition that names another version than the current one. */
export const otherVersion: Scenario = async (context) => ({
  ...(await context.validRequest()),
  headers: { 'if-match': '"prd_00000000000000000000000000.1"' },
});

/** A body one byte longer than the route takes. */
export const longBody: Scenario = async (context) => {
  const length = (context.route.policy.bodyLimit as number) + 1 - JSON.stringify({ name: '' }).length;
  return { ...(await context.validRequest()), body: { name: 'x'.repeat(length) } };
};

/** The usual request with another body. */
export function withBody(body: unknown): Scenario {
  return async (context) => ({ ...(await context.validRequest()), body });
}

/** What routes that take an Idempotency-Key can return. @param other another request than the one that succeeds. */
export function repeatable(other: Scenario) {
  return { idempotency_in_progress: keyThatRuns, idempotency_key_reused: keyOfAnother(other) } as const;
}

function keyOfAnother(other: Scenario): Scenario {
  return async (context) => {
    const headers = { 'idempotency-key': randomUUID() };
    await context.send({ ...(await context.validRequest()), headers });
    return { ...(await other(context)), headers };
  };
}

/** A second request with the key of one that has not ended. */
const keyThatRuns: Scenario = async (context) => {
  const draft = { ...(await context.validRequest()), headers: { 'idempotency-key': randomUUID() } };
  const held = await holdWrites(context);
  const first = context.send(draft);
  const early = first.then((response) => {
    throw new Error(`The request that should wait got ${response}`);
  });
  await Promise.race([held.untilBlocked(), early]);
  return {
    ...draft,
    release: async () => {
      early.catch(() => undefined);
      await held.release();
      const { status } = await first;
      if (status >= 300) throw new Error(`The request that ran got ${status}.`);
    },
  };
};
