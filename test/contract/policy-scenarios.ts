import { randomUUID } from 'node:crypto';
import { allScopes } from '@product-content/contract';
import { failureHeader } from './failing-answers.ts';
import { holdWrites } from './hold-writes.ts';
import type { Scenario } from './scenario.ts';

/** Scenarios that follow from a route's policies. Each varies the request that succeeds. */

const brokenQuery: Scenario = async (stage) => ({ ...(await stage.usual()), query: 'limit=%zz' });

const withoutKey: Scenario = async (stage) => ({ ...(await stage.usual()), key: null });

/** Every scope but the first the route needs, and but those of which it needs one. */
const withoutScope: Scenario = async (stage) => {
  const { scopes: needed, anyScopes = [] } = stage.route.policy;
  const scopes = allScopes.filter((scope) => scope !== needed[0] && !anyScopes.includes(scope));
  return { ...(await stage.usual()), key: await stage.keyWith(scopes) };
};

/** The usual request, after as many as its caller may send. */
const overLimit: Scenario = async (stage) => {
  const draft = { ...(await stage.usual()), server: stage.limitedApp };
  for (let sent = 0; (await stage.send(draft)).status !== 429; sent += 1) {
    if (sent > 50) throw new Error(`More than ${sent} requests were admitted.`);
  }
  return draft;
};

const unableToAnswer: Scenario = async (stage) => ({
  ...(await stage.usual()),
  headers: { [failureHeader]: 'yes' },
});

/** What every route can answer that needs no key. */
export const keyless = {
  bad_request: brokenQuery,
  rate_limited: overLimit,
  internal_error: unableToAnswer,
} as const;

const withoutDatabase: Scenario = async (stage) => ({ ...(await stage.usual()), server: stage.cutOffApp });

/** What every route that needs a key can answer. */
export const keyed = {
  bad_request: brokenQuery,
  unauthorized: withoutKey,
  rate_limited: overLimit,
  internal_error: withoutDatabase,
} as const;

/** What every route that needs scopes can answer. */
export const scoped = { ...keyed, forbidden: withoutScope } as const;

/** The path names a record that does not exist. */
export const unknownRecord: Scenario = async (stage) => {
  const draft = await stage.usual();
  return { ...draft, params: withFirst(draft.params, 'NONE') };
};

/** The path names a record by more characters than any has. */
export const longReference: Scenario = async (stage) => {
  const draft = await stage.usual();
  return { ...draft, params: withFirst(draft.params, 'x'.repeat(129)) };
};

function withFirst(params: Readonly<Record<string, string>> = {}, value: string): Record<string, string> {
  const [name = ''] = Object.keys(params);
  return { ...params, [name]: value };
}

/** A condition that names another version than the current one. */
export const otherVersion: Scenario = async (stage) => ({
  ...(await stage.usual()),
  headers: { 'if-match': '"prd_00000000000000000000000000.1"' },
});

/** A body one byte longer than the route takes. */
export const longBody: Scenario = async (stage) => {
  const length = (stage.route.policy.bodyLimit as number) + 1 - JSON.stringify({ name: '' }).length;
  return { ...(await stage.usual()), body: { name: 'x'.repeat(length) } };
};

/** The usual request with another body. */
export function withBody(body: unknown): Scenario {
  return async (stage) => ({ ...(await stage.usual()), body });
}

/** What routes can answer that take an Idempotency-Key. @param other a request that is not the usual one. */
export function repeatable(other: Scenario) {
  return { idempotency_in_progress: keyThatRuns, idempotency_key_reused: keyOfAnother(other) } as const;
}

function keyOfAnother(other: Scenario): Scenario {
  return async (stage) => {
    const headers = { 'idempotency-key': randomUUID() };
    await stage.send({ ...(await stage.usual()), headers });
    return { ...(await other(stage)), headers };
  };
}

/** A second request with the key of one that has not ended. */
const keyThatRuns: Scenario = async (stage) => {
  const draft = { ...(await stage.usual()), headers: { 'idempotency-key': randomUUID() } };
  const held = await holdWrites(stage);
  const first = stage.send(draft);
  const early = first.then((answer) => {
    throw new Error(`The request that should wait was answered ${answer}`);
  });
  await Promise.race([held.untilBlocked(), early]);
  return {
    ...draft,
    release: async () => {
      early.catch(() => undefined);
      await held.release();
      const { status } = await first;
      if (status >= 300) throw new Error(`The request that ran answered ${status}.`);
    },
  };
};
