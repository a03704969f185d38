import { policyOf, routesOf, vocabularyOf } from '@contract-kit/http-spec';
import { code, toPage, toTable } from '../markdown.ts';
import type { AppRoute, AppRouter } from '../ts-rest.ts';

/**
 * The scopes of a contract as a Markdown page: what each permits, and the operations that need it.
 *
 * @throws TypeError when its `defineOperations()` has no scopes.
 * @example
 * await writeFile('docs/reference/scopes.md', createScopeReference(contract));
 */
export function createScopeReference(contract: AppRouter): string {
  const { scopes } = vocabularyOf(contract);
  if (scopes === undefined) throw new TypeError('The contract has no scopes: pass them to defineOperations().');
  const policies = routesOf<AppRoute>(contract).map(policyOf);
  const list = (ids: readonly string[]) => (ids.length === 0 ? 'none' : ids.map(code).join(' '));
  const idsOf = (found: typeof policies) => list(found.map(({ operationId }) => operationId));
  const open = policies.filter(({ auth }) => auth.length === 0);
  const unscoped = policies.filter(({ scopes, anyScopes }) => scopes.length === 0 && anyScopes === undefined);
  return toPage(
    'Scopes',
    'Scopes permit operations. An operation under “needed by” needs every scope that lists it; one under ' +
      '“enough for” needs one of them. The `forbidden` error names a missing scope. ' +
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
    `Any authenticated caller may call ${idsOf(unscoped.filter((policy) => !open.includes(policy)))}.`,
    `Anyone may call ${idsOf(open)}.`,
  );
}
