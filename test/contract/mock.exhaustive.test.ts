import { contractRoutesOf, type Link } from '@contract-kit/contract-testing';
import { defineContractSuite } from '@contract-kit/contract-testing/vitest';
import { createMock, type Mock, type MockCaller } from '@contract-kit/mock';
import { allScopes, contract, rateLimitPolicies } from '@product-content/contract';

const workspace = 'workspace';
const keyWithout = (...scopes: string[]) => `without-${scopes.join('-')}`;
const restricted = (scopes: readonly string[]): [string, MockCaller] => [
  keyWithout(...scopes),
  { tenantId: workspace, scopes: allScopes.filter((scope) => !scopes.includes(scope)) },
];

/** Scopes of which an operation needs one. */
const choices = contractRoutesOf(contract).flatMap(({ policy }) =>
  policy.anyScopes === undefined ? [] : [policy.anyScopes],
);

const keys: Readonly<Record<string, MockCaller>> = {
  'key-full': { tenantId: workspace },
  'key-other': { tenantId: 'other' },
  ...Object.fromEntries([...allScopes.map((scope) => [scope]), ...choices].map(restricted)),
};

/** A run sends more requests than the limits admit. */
const limits = Object.fromEntries(
  Object.keys(rateLimitPolicies).map((name) => [name, { limit: 1_000_000, windowMs: 60 * 60_000 }]),
);

/** Files that nothing lists; and jobs, of which some operations need more than one. */
function linksOf(mock: Mock): Readonly<Record<string, Link>> {
  const open = ['/channel-feeds/:token', '/feeds/:feed', '/files/:file'];
  const jobs = mock.keysOf('/jobs/:jobId', workspace);
  let asked = 0;
  const nextJob = () => {
    asked += 1;
    return jobs[asked % jobs.length] as string;
  };
  return {
    ...Object.fromEntries(open.map((path) => [path, () => mock.keysOf(path)[0] as string])),
    '/jobs/:jobId': nextJob,
  };
}

defineContractSuite(contract, {
  setup: () => {
    const app = createMock(contract, { keys, limits });
    const apiKey = { full: 'key-full', otherTenant: 'key-other', withoutScope: keyWithout };
    return { app, credentials: { apiKey }, links: linksOf(app), seed: 1, runs: 5 };
  },
  strict: true,
});
