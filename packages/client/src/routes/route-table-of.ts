import { policyOf, vocabularyOf } from '@contract-kit/http-spec';
import { retryOfStatus } from '../retries/wait-before-retry.ts';
import type { AppRoute, AppRouter } from '../ts-rest.ts';
import { formatRoute, type RouteTable, type RouteTree } from './route-table.ts';

/**
 * What a client needs of a contract at run time.
 *
 * @throws TypeError for a route without policies, operations of different vocabularies, or a contract without any.
 */
export function routeTableOf<const Contract extends AppRouter>(contract: Contract): RouteTable<Contract> {
  const codes = Object.entries(vocabularyOf(contract).errors);
  const unusual = codes.filter(([, { status, retry }]) => repeats(retry) !== repeats(retryOfStatus(status)));
  return {
    operations: toTree(contract, '') as RouteTree<Contract>,
    retry: Object.fromEntries(unusual.map(([code, { retry }]) => [code, retry])),
  };
}

const repeats = (retry: string) => retry !== 'never';

function toTree(routes: AppRouter, parent: string): object {
  const entries = Object.entries(routes).map(([name, entry]) => {
    const place = parent + name;
    return [name, 'method' in entry ? toLine(entry as AppRoute, place) : toTree(entry, `${place}.`)];
  });
  return Object.fromEntries(entries);
}

function toLine(route: AppRoute, place: string): string {
  const { operationId, idempotency, bodyTypes } = policyOf(route);
  const { method, path } = route;
  return formatRoute({ operationId, method, path, keyed: idempotency === 'accepted', bodyTypes }, place);
}
