import { headerNames } from '@contract-kit/http-spec';
import { apiKeyScheme, schemesOf } from '../calling/credentials.ts';
import type { Credential, Draft, SendOptions } from '../calling/draft.ts';
import type { Answer, Exchange } from '../calling/exchange.ts';
import { producerOf } from '../contract/path-template.ts';
import { differentId } from '../generating/vary.ts';
import type { Stage } from '../running/stage.ts';
import type { Check, CheckedRoute } from './check.ts';

const authenticates = ({ route }: CheckedRoute) => schemesOf(route).length > 0;
const takesApiKeys = ({ route }: CheckedRoute) => schemesOf(route).includes(apiKeyScheme);

const noKey: Check = {
  id: 'access.no-key',
  holds: 'without a credential it is 401 with WWW-Authenticate',
  applies: authenticates,
  run: (stage) => expectUnauthorized(stage, { credential: null }),
};

const badKey: Check = {
  id: 'access.bad-key',
  holds: 'a credential that is none, or nearly one, is 401 with WWW-Authenticate',
  applies: authenticates,
  async run(stage) {
    const { credentials } = stage.session;
    const wrong = ['nonsense', nearly(fullOf(stage).value)];
    for (const value of wrong) await expectUnauthorized(stage, { credential: credentials.wrong(stage.route, value) });
  },
};

const twoKeys: Check = {
  id: 'access.two-keys',
  holds: 'two different keys in Authorization and X-API-Key are 401',
  applies: takesApiKeys,
  async run(stage) {
    const full = bearerOf(stage);
    const bad = stage.session.credentials.wrong(stage.route, nearly(full.value));
    await expectUnauthorized(stage, { credential: full, furtherCredential: inKeyHeader(bad) });
    await expectUnauthorized(stage, { credential: bad, furtherCredential: inKeyHeader(full) });
  },
};

const keyHeader: Check = {
  id: 'access.key-header',
  holds: 'a key may come as X-API-Key',
  applies: takesApiKeys,
  async run(stage) {
    const furtherCredential = inKeyHeader(bearerOf(stage));
    const exchange = await stage.send(await stage.draft(), { furtherCredential });
    stage.expect(exchange.answer.isSuccess, `The key is taken as a bearer, but not as X-API-Key.`, exchange);
  },
};

async function expectUnauthorized(stage: Stage, options: SendOptions): Promise<void> {
  const exchange = await stage.send(await stage.draft(), options);
  stage.expectError(exchange, 401, 'unauthorized');
  stage.expect(exchange.answer.headers.has(headerNames.wwwAuthenticate), 'WWW-Authenticate is missing.', exchange);
}

function fullOf(stage: Stage): Credential {
  return stage.session.credentials.full(stage.route) ?? stage.skip('There is no credential that is right.');
}

/** The key, where it is presented as a bearer. */
function bearerOf(stage: Stage): Credential {
  const full = fullOf(stage);
  const isBearer = stage.session.credentials.schemeFor(stage.route) === apiKeyScheme;
  return isBearer && headerNames.authorization in full.headers
    ? full
    : stage.skip('No key is given that is presented as a bearer.');
}

function inKeyHeader(credential: Credential): Credential {
  return { ...credential, headers: { [headerNames.apiKey]: credential.value } };
}

/**
 * A credential with another letter near its end. The last one of a signed token is left alone, since not all of its bits
 * count.
 */
function nearly(value: string): string {
  const index = value.length - (value.includes('.') ? 2 : 1);
  return value.slice(0, index) + (value[index] === 'A' ? 'B' : 'A') + value.slice(index + 1);
}

const missingScope: Check = {
  id: 'access.missing-scope',
  holds: 'a caller without a scope it needs is 403, and the message names the scope',
  needs: 'withoutScope',
  applies: ({ route: { policy } }) => policy.scopes.length > 0 || policy.anyScopes !== undefined,
  async run(stage) {
    const { scopes, anyScopes } = stage.route.policy;
    const missing = [...scopes.map((scope) => [scope]), ...(anyScopes === undefined ? [] : [[...anyScopes]])];
    for (const without of missing) {
      const credential = await stage.session.credentials.without(stage.route, without);
      if (credential === null) return stage.skip(`There is no credential without ${without.join(' and ')}.`);
      const exchange = await stage.send(await stage.draft(), { credential });
      stage.expectError(exchange, 403, 'forbidden');
      const isNamed = without.some((scope) => exchange.answer.text.includes(scope));
      stage.expect(isNamed, `The message does not name the scope ${without.join(' or ')}.`, exchange);
    }
  },
};

const namesRecord = ({ route }: CheckedRoute) => schemesOf(route).length > 0 && route.policy.resource !== null;

const otherTenant: Check = {
  id: 'access.other-tenant',
  holds: 'a record of another tenant is 404 in the same words as one that does not exist, and stays as it is',
  needs: 'otherTenant',
  applies: namesRecord,
  async run(stage) {
    const draft = await stage.draft();
    const before = await stage.read(draft);
    const asked: Exchange[] = [];
    const isUnchanged = await stage.isUnchangedBy(draft, async () => {
      asked.push(await stage.send(draft, { credential: stage.session.credentials.otherTenant(stage.route) }));
    });
    const exchange = asked[0] as Exchange;
    if (stage.route.policy.missing === 'create' && exchange.answer.status === 201) {
      stage.expect(
        exchange.answer.record.id !== before?.answer.record.id,
        'The record of another tenant is answered.',
        exchange,
      );
    } else {
      stage.expectError(exchange, 404, 'not_found');
      await expectSameWords(stage, exchange.answer, draft);
    }
    stage.expect(isUnchanged, 'The request of another tenant changed the record.', exchange);
  },
};

/** What differs between the two tells whether a record exists. */
async function expectSameWords(stage: Stage, { words }: Answer, draft: Draft): Promise<void> {
  const [name = '', value = ''] = Object.entries(draft.params)[0] ?? [];
  const changed = differentId(value);
  const params = { ...draft.params, [name]: changed };
  const missing = await stage.send(
    { ...draft, params },
    { credential: stage.session.credentials.otherTenant(stage.route) },
  );
  if (missing.answer.status !== 404) return;
  const nameless = (text: string) => text.replaceAll(value, '').replaceAll(changed, '');
  const isSame = nameless(missing.answer.words) === nameless(words);
  stage.expect(isSame, 'Another tenant can tell that the record exists.', missing);
}

const otherTenantList: Check = {
  id: 'access.other-tenant-list',
  holds: 'a list does not show records of another tenant',
  needs: 'otherTenant',
  applies: ({ route, routes }) =>
    schemesOf(route).length > 0 && route.policy.resource === null && producerOf(route, routes) !== undefined,
  async run(stage) {
    const producer = producerOf(stage.route, stage.session.routes);
    if (producer === undefined) return;
    const { exchange: created } = await stage.usual.perform(producer);
    const id = created.answer.record.id;
    if (typeof id !== 'string') stage.skip('The record that is created has no id.');
    const exchange = await stage.send(await stage.draft(), {
      credential: stage.session.credentials.otherTenant(stage.route),
    });
    stage.expect(exchange.answer.isSuccess, 'The other tenant cannot list its own records.', exchange);
    stage.expect(!exchange.answer.text.includes(`"${id}"`), `The record ${id} of another tenant is listed.`, exchange);
  },
};

/** Who may call. */
export const accessChecks: readonly Check[] = [
  noKey,
  badKey,
  twoKeys,
  keyHeader,
  missingScope,
  otherTenant,
  otherTenantList,
];
