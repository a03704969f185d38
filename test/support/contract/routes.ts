import { policyOf, type RoutePolicy } from '@contract-kit/http-spec';
import { contract } from '@product-content/contract';
import type { z } from 'zod';

/** A route of the contract with what tests read of it. */
export interface ContractRoute {
  /** The operation id: `products.create`. */
  readonly id: string;
  readonly method: string;
  /** With `:params`. */
  readonly path: string;
  readonly policy: RoutePolicy;
  /** Absent where the route takes no body. */
  readonly body: z.ZodType | undefined;
  readonly query: z.ZodType | undefined;
  readonly responses: Readonly<Record<number, unknown>>;
}

interface AnyRoute {
  readonly method: string;
  readonly path: string;
  readonly metadata?: unknown;
  readonly body?: unknown;
  readonly query?: unknown;
  readonly responses: Readonly<Record<number, unknown>>;
}

/** Every route of the contract: a test that goes through them covers the next one by itself. */
export const routes: readonly ContractRoute[] = collect(contract);

/** Routes as `it.each` wants them, titled by their operation id. */
export function each(wanted: (route: ContractRoute) => boolean = () => true): [string, ContractRoute][] {
  return routes.filter(wanted).map((route) => [route.id, route]);
}

export const needsKey = ({ policy }: ContractRoute) => policy.auth === 'key';
/** Not a feed: its address opens it to everyone who has it. */
export const namesRecord = ({ policy }: ContractRoute) => policy.resource !== null && policy.auth === 'key';
export const takesBody = ({ policy }: ContractRoute) => policy.bodyLimit !== null;
export const takesJson = ({ policy }: ContractRoute) => policy.bodyTypes.includes('application/json');
export const takesIdempotencyKey = ({ policy }: ContractRoute) => policy.idempotency === 'accepted';

/** @throws Error when the contract has no such operation. */
export function routeOf(id: string): ContractRoute {
  const route = routes.find((candidate) => candidate.id === id);
  if (route === undefined) throw new Error(`The contract has no operation ${id}.`);
  return route;
}

function collect(tree: object): ContractRoute[] {
  return Object.values(tree).flatMap((entry: object) =>
    'method' in entry ? [toRoute(entry as AnyRoute)] : collect(entry),
  );
}

function toRoute(route: AnyRoute): ContractRoute {
  const policy = policyOf(route);
  const { method, path, query, responses } = route;
  return {
    id: policy.operationId,
    method,
    path,
    policy,
    body: policy.bodyLimit === null ? undefined : (route.body as z.ZodType),
    query: query as z.ZodType | undefined,
    responses,
  };
}
