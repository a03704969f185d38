import { allScopes, type Scope } from '@product-content/contract';
import type { AnyRecord, Api, ApiResponse, App, Workspace } from '../support/app-server.ts';
import { type ContractRoute, routeOf } from '../support/contract/routes.ts';
import type { Draft, RouteName, Scenario } from './scenario.ts';

/** Where one scenario plays: the server, and a workspace that is empty when it starts. */
export interface ScenarioContext {
  readonly app: App;
  /** A second server on the same database, which admits next to no requests. */
  readonly limitedApp: App;
  /** A server that has lost its database. */
  readonly cutOffApp: App;
  readonly workspace: Workspace;
  /** A key of all scopes. */
  readonly key: string;
  readonly api: Api;
  readonly route: ContractRoute;
  /** The request that succeeds, set up in this workspace. */
  validRequest(): Promise<Draft>;
  /** A key of the workspace with these scopes only. */
  keyWith(scopes: readonly Scope[]): Promise<string>;
  send(draft: Draft): Promise<ApiResponse>;
  /** Creates a record and returns it. @throws Error with the response when that fails. */
  create(path: string, body: object): Promise<AnyRecord>;
}

/** @param success the route's scenario of success, which others vary. */
export async function createScenarioContext(
  servers: Pick<ScenarioContext, 'app' | 'limitedApp' | 'cutOffApp'>,
  name: RouteName,
  success: Scenario,
): Promise<ScenarioContext> {
  const { app } = servers;
  const workspace = await app.createWorkspace();
  const keyWith = async (scopes: readonly Scope[]) => (await app.createKey(workspace, scopes)).key;
  const key = await keyWith(allScopes);
  const api = app.api(key);
  const route = routeOf(name);
  const context: ScenarioContext = {
    ...servers,
    workspace,
    key,
    api,
    route,
    keyWith,
    validRequest: async () => success(context),
    send(draft) {
      const { body, headers, query, server = app } = draft;
      const path = route.path.replace(/:(\w+)/g, (_, param: string) => draft.params?.[param] ?? `:${param}`);
      const caller = server.api(draft.key === undefined ? key : draft.key);
      return caller.send(route.method, query === undefined ? path : `${path}?${query}`, { body, headers });
    },
    async create(path, body) {
      const response = await api.post(path, body);
      if (response.status !== 201) throw new Error(`POST ${path} got ${response}`);
      return response.data;
    },
  };
  return context;
}
