import type { contract } from '@product-content/contract';
import type { App } from '../support/app-server.ts';
import type { ScenarioContext } from './scenario-context.ts';

type Contract = typeof contract;

/** Resources of the contract: `products`, `categories`, … */
export type ResourceName = keyof Contract & string;

/** Operation ids of the contract: `products.create`. */
export type RouteName = { [R in ResourceName]: `${R}.${keyof Contract[R] & string}` }[ResourceName];

type RouteOf<Name extends RouteName> = Name extends `${infer R extends ResourceName}.${infer Verb}`
  ? Contract[R][Verb & keyof Contract[R]]
  : never;

type Declared<Route> = Route extends {
  readonly responses: infer Responses;
  readonly metadata: { readonly errors: readonly (infer Code)[]; readonly entityTag: infer Tag };
}
  ?
      | (keyof Responses & SuccessStatus)
      | (Tag extends 'read' ? 304 : never)
      | (206 extends keyof Responses ? 304 : never)
      | Code
  : never;

export type SuccessStatus = 200 | 201 | 202 | 204 | 206 | 303 | 304;

/** What a route can return: each of its successes by status, each of its errors by code. */
export type Outcome<Name extends RouteName> = Declared<RouteOf<Name>>;

/** One request of a route. What is left out is as in a plain request with a key of all scopes. */
export interface Draft {
  readonly params?: Readonly<Record<string, string>>;
  /** As it stands behind the `?`. */
  readonly query?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** A text or a form goes as it is, anything else as JSON. */
  readonly body?: unknown;
  /** Null sends none. */
  readonly key?: string | null;
  /** Default: the server of the context. */
  readonly server?: App;
  /** Undoes what the scenario did to the server, after the response. */
  readonly release?: () => Promise<void>;
}

/** Sets up what an outcome needs, in a workspace of its own, and says which request reaches it. */
export type Scenario = (context: ScenarioContext) => Promise<Draft> | Draft;

/** The scenarios of one resource: one for each outcome of each route. */
export type ScenariosOf<Resource extends ResourceName> = {
  readonly [Name in Extract<RouteName, `${Resource}.${string}`>]: {
    readonly [O in Outcome<Name> & PropertyKey]: Scenario;
  };
};

/** Every route with every outcome its contract declares: a missing one does not compile. */
export type ScenarioTable = ScenariosOf<ResourceName>;
