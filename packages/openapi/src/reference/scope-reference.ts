import { policyOf, type RoutePolicy } from '@contract-kit/http-spec';
import { routesOf } from '../routes-of.ts';
import type { AppRouter } from '../ts-rest.ts';
import { code, toPage, toTable } from './markdown.ts';

/**
 * The scopes a key can have as a Markdown page: what each opens, and the operations that ask for it.
 *
 * @param scopes what each scope opens, by its name.
 *
 * @example
 * await writeFile('docs/reference/scopes.md', createScopeReference(contract, { 'todos:read': 'Read to-dos.' }));
 */
export function createScopeReference(contract: AppRouter, scopes: Readonly<Record<string, string>>): string {
  const policies = routesOf(contract).map(policyOf);
  const list = (ids: readonly string[]) => (ids.length === 0 ? 'none' : ids.map(code).join(' '));
  const idsOf = (found: typeof policies) => list(found.map(({ operationId }) => operationId));
  return toPage(
    'Scopes',
    'A key can do what its scopes open. An operation under “needed by” needs every scope that lists it; one under ' +
      '“enough for” needs one of them. What a key lacks is named by the `forbidden` error. ' +
      '[Operations](operations.md) has the same by operation.',
    toTable(
      ['Scope', 'Opens', 'Needed by', 'Enough for'],
      Object.entries(scopes).map(([scope, meaning]) => [
        code(scope),
        meaning,
        idsOf(policies.filter((policy) => policy.scopes.includes(scope))),
        idsOf(policies.filter((policy) => policy.anyScopes?.includes(scope))),
      ]),
    ),
    `Any key is enough for ${idsOf(policies.filter(opensToAnyKey))}.`,
    `No key is needed for ${idsOf(policies.filter(({ auth }) => auth === 'none'))}.`,
  );
}

function opensToAnyKey({ auth, scopes, anyScopes }: RoutePolicy): boolean {
  return auth === 'key' && scopes.length === 0 && anyScopes === undefined;
}
