import type { HeaderDocument } from '@contract-kit/contract-testing';
import { standardErrors } from '@contract-kit/http-spec';
import { beforeAll, describe, expect, expectTypeOf, it } from 'vitest';
import { expectError } from '../support/app/expect-response.ts';
import { type App, startApp } from '../support/app-server.ts';
import { routes } from '../support/contract/routes.ts';
import { startPostgresProxy } from '../support/postgres-proxy/postgres-proxy.ts';
import { workerPostgresUrl } from '../support/worker-postgres.ts';
import { checkResponse } from './check-response.ts';
import { failureHeader } from './failing-responses.ts';
import type { Outcome, RouteName, Scenario } from './scenario.ts';
import { createScenarioContext } from './scenario-context.ts';
import { scenarioTable } from './scenario-table.ts';

type Row = readonly [title: string, name: RouteName, outcome: number | string];

const scenariosOf = (name: RouteName) => scenarioTable[name] as Readonly<Record<string, Scenario>>;

const rows: Row[] = (Object.keys(scenarioTable) as RouteName[]).flatMap((name) =>
  Object.keys(scenariosOf(name)).map((key): Row => {
    const outcome = key in standardErrors ? key : Number(key);
    return [`${name} returns ${outcome}`, name, outcome];
  }),
);

let app: App;
let limitedApp: App;
let cutOffApp: App;
let document: HeaderDocument;

beforeAll(async () => {
  const preloaded = new URL('./failing-responses.ts', import.meta.url).href;
  const env = { LOG_LEVEL: 'silent', WEBHOOK_ALLOW_PRIVATE: 'true' };
  app = await startApp({ env: { ...env, NODE_OPTIONS: `--import=${preloaded}` } });
  limitedApp = await startApp({ env: { ...env, DATABASE_URL: app.databaseUrl, RATE_LIMIT: '1', ROLE: 'api' } });
  const proxy = await startPostgresProxy(await workerPostgresUrl());
  cutOffApp = await startApp({ env: { ...env, ROLE: 'api' }, databaseUrl: proxy.urlOf });
  await proxy.close();
  document = (await app.api(null).get('/openapi.json')).body as HeaderDocument;
});

describe('every outcome the contract declares is reached by a request', () => {
  it.each(rows)('%s', async (_, name, outcome) => {
    const scenarios = scenariosOf(name);
    const [success] = Object.values(scenarios);
    const context = await createScenarioContext({ app, limitedApp, cutOffApp }, name, success as Scenario);
    const { release = async () => {}, ...draft } = await (scenarios[outcome] as Scenario)(context);
    try {
      checkResponse(await context.send(draft), outcome, context, document);
    } finally {
      await release();
    }
  });
});

describe('a response that fails at its last step', () => {
  it('keeps nothing of the intended success', async () => {
    const { api } = await createScenarioContext({ app, limitedApp, cutOffApp }, 'products.create', () => ({}));
    const response = await api.post('/products', { sku: 'MUG', name: 'Mug' }, { [failureHeader]: 'yes' });
    expectError(response, 'internal_error');
    expect([response.headers.get('etag'), response.headers.get('location')]).toEqual([null, null]);
  });
});

describe('the scenario table', () => {
  it('has the outcomes of the contract and no others', () => {
    expect(Object.keys(scenarioTable).sort()).toEqual(routes.map(({ id }) => id).sort());
    for (const { id, responses, policy } of routes) {
      const successes = Object.keys(responses).filter((status) => Number(status) < 400);
      const declared = [
        ...successes,
        ...(policy.entityTag === 'read' || policy.ranges ? ['304'] : []),
        ...policy.errors,
      ];
      expect(Object.keys(scenariosOf(id as RouteName)).sort(), id).toEqual(declared.sort());
    }
  });

  it('takes the outcomes of a route from its type', () => {
    expectTypeOf<Outcome<'categories.delete'>>().toEqualTypeOf<
      | 204
      | 'bad_request'
      | 'unauthorized'
      | 'forbidden'
      | 'not_found'
      | 'validation_failed'
      | 'rate_limited'
      | 'internal_error'
    >();
  });
});
