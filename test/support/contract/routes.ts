import { type ContractRoute, contractRoutesOf } from '@contract-kit/contract-testing';
import { contract } from '@product-content/contract';

export type { ContractRoute } from '@contract-kit/contract-testing';

/** Every route of the contract: a test that goes through them covers the next one by itself. */
export const routes: readonly ContractRoute[] = contractRoutesOf(contract);

/** Routes as `it.each` wants them, titled by their operation id. */
export function each(wanted: (route: ContractRoute) => boolean = () => true): [string, ContractRoute][] {
  return routes.filter(wanted).map((route) => [route.id, route]);
}

export const needsKey = ({ policy }: ContractRoute) => policy.auth.length > 0;
/** Not a feed: its address opens it to everyone who has it. */
export const namesRecord = ({ policy }: ContractRoute) => policy.resource !== null && policy.auth.length > 0;
export const takesBody = ({ policy }: ContractRoute) => policy.bodyLimit !== null;
export const takesJson = ({ policy }: ContractRoute) => policy.bodyTypes.includes('application/json');
export const takesIdempotencyKey = ({ policy }: ContractRoute) => policy.idempotency === 'accepted';

/** @throws Error when the contract has no such operation. */
export function routeOf(id: string): ContractRoute {
  const route = routes.find((candidate) => candidate.id === id);
  if (route === undefined) throw new Error(`The contract has no operation ${id}.`);
  return route;
}
