import { allScopes, rateLimitPolicies, type Scope } from '@product-content/contract';
import type { Answer, AnyRecord, Api, App, Workspace } from '../support/app-server.ts';
import { type ContractRoute, routeOf } from '../support/contract/routes.ts';
import type { Draft, RouteName, Scenario } from './scenario.ts';

/** Where one scenario plays: the server, and a workspace that is empty when it starts. */
export interface Stage {
  readonly app: App;
  readonly workspace: Workspace;
  /** A key of all scopes. */
  readonly key: string;
  readonly api: Api;
  readonly route: ContractRoute;
  /** The request that succeeds, set up in this workspace. */
  usual(): Promise<Draft>;
  /** A key of the workspace with these scopes only. */
  keyWith(scopes: readonly Scope[]): Promise<string>;
  /** A key, of another workspace, that has no request left. */
  exhaustedKey(): Promise<string>;
  /** Leaves this machine's address no request without a key. */
  exhaustAddress(): Promise<void>;
  send(draft: Draft): Promise<Answer>;
  /** Creates a record and returns it. @throws Error with the answer when that fails. */
  create(path: string, body: object): Promise<AnyRecord>;
}

/** @param success the route's scenario of success, which others vary. */
export async function openStage(app: App, name: RouteName, success: Scenario): Promise<Stage> {
  const workspace = await app.createWorkspace();
  const keyWith = async (scopes: readonly Scope[]) => (await app.createKey(workspace, scopes)).key;
  const key = await keyWith(allScopes);
  const api = app.api(key);
  const route = routeOf(name);
  const stage: Stage = {
    app,
    workspace,
    key,
    api,
    route,
    keyWith,
    exhaustedKey: () => exhaustedKey(app),
    exhaustAddress: () => exhaust(app.api(null), '/'),
    usual: async () => success(stage),
    send(draft) {
      const { body, headers, query } = draft;
      const path = route.path.replace(/:(\w+)/g, (_, param: string) => draft.params?.[param] ?? `:${param}`);
      const caller = draft.key === undefined ? api : app.api(draft.key);
      return caller.send(route.method, query === undefined ? path : `${path}?${query}`, { body, headers });
    },
    async create(path, body) {
      const answer = await api.post(path, body);
      if (answer.status !== 201) throw new Error(`POST ${path} answered ${answer}`);
      return answer.data;
    },
  };
  return stage;
}

const exhaustedKeys = new WeakMap<App, Promise<string>>();

async function exhaustedKey(app: App): Promise<string> {
  const made = exhaustedKeys.get(app) ?? app.createWorkspace().then(async (own) => (await app.createKey(own)).key);
  exhaustedKeys.set(app, made);
  const key = await made;
  await exhaust(app.api(key), '/me');
  return key;
}

async function exhaust(caller: Api, path: string): Promise<void> {
  const { limit } = rateLimitPolicies.standard;
  for (let sent = 0; sent <= limit; sent += 1) {
    const { status, headers } = await caller.get(path);
    if (status === 429 || headers.get('x-ratelimit-remaining') === '0') return;
  }
  throw new Error(`More than ${limit} requests were admitted.`);
}
