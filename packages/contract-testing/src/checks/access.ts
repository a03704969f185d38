import { headerNames } from '@contract-kit/http-spec';
import { apiKeyScheme, schemesOf } from '../calling/credentials.ts';
import type { Credential, Draft, SendOptions } from '../calling/draft.ts';
import type { Exchange, ReceivedResponse } from '../calling/exchange.ts';
import { producerOf } from '../contract/path-template.ts';
import { differentId } from '../generating/vary.ts';
import type { CheckContext } from '../running/check-context.ts';
import type { Check, CheckedRoute } from './check.ts';

const authenticates = ({ route }: CheckedRoute) => schemesOf(route).length > 0;
const takesApiKeys = ({ route }: CheckedRoute) => schemesOf(route).includes(apiKeyScheme);

const noKey: Check = {
  id: 'access.no-key',
  holds: 'without a credential it is 401 with WWW-Authenticate',
  applies: authenticates,
  run: (context) => expectUnauthorized(context, { credential: null }),
};

const badKey: Check = {
  id: 'access.bad-key',
  holds: 'an invalid or altered credential is 401 with WWW-Authenticate',
  applies: authenticates,
  async run(context) {
    const { credentials } = context.session;
    const wrong = ['nonsense', nearly(fullOf(context).value)];
    for (const value of wrong)
      await expectUnauthorized(context, { credential: credentials.wrong(context.route, value) });
  },
};

const twoKeys: Check = {
  id: 'access.two-keys',
  holds: 'two different keys in Authorization and X-API-Key are 401',
  applies: takesApiKeys,
  async run(context) {
    const full = bearerOf(context);
    const bad = context.session.credentials.wrong(context.route, nearly(full.value));
    await expectUnauthorized(context, { credential: full, furtherCredential: inKeyHeader(bad) });
    await expectUnauthorized(context, { credential: bad, furtherCredential: inKeyHeader(full) });
  },
};

const keyHeader: Check = {
  id: 'access.key-header',
  holds: 'a key is also accepted in X-API-Key',
  applies: takesApiKeys,
  async run(context) {
    const furtherCredential = inKeyHeader(bearerOf(context));
    const exchange = await context.send(await context.draft(), { furtherCredential });
    context.expect(
      exchange.response.isSuccess,
      `The key is accepted as a bearer token, but not in X-API-Key.`,
      exchange,
    );
  },
};

async function expectUnauthorized(context: CheckContext, options: SendOptions): Promise<void> {
  const exchange = await context.send(await context.draft(), options);
  context.expectError(exchange, 401, 'unauthorized');
  context.expect(exchange.response.headers.has(headerNames.wwwAuthenticate), 'WWW-Authenticate is missing.', exchange);
}

function fullOf(context: CheckContext): Credential {
  return context.session.credentials.full(context.route) ?? context.skip('No valid credential was given.');
}

/** The key, if it is sent as a bearer token. */
function bearerOf(context: CheckContext): Credential {
  const full = fullOf(context);
  const isBearer = context.session.credentials.schemeFor(context.route) === apiKeyScheme;
  return isBearer && headerNames.authorization in full.headers
    ? full
    : context.skip('No key was given that is sent as a bearer token.');
}

function inKeyHeader(credential: Credential): Credential {
  return { ...credential, headers: { [headerNames.apiKey]: credential.value } };
}

/**
 * A credential with one letter near its end replaced. The last letter of a signed token is kept, because some of its
 * bits are padding.
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
  async run(context) {
    const { scopes, anyScopes } = context.route.policy;
    const missing = [...scopes.map((scope) => [scope]), ...(anyScopes === undefined ? [] : [[...anyScopes]])];
    for (const without of missing) {
      const credential = await context.session.credentials.without(context.route, without);
      if (credential === null) return context.skip(`No credential was given without ${without.join(' and ')}.`);
      const exchange = await context.send(await context.draft(), { credential });
      context.expectError(exchange, 403, 'forbidden');
      const isNamed = without.some((scope) => exchange.response.text.includes(scope));
      context.expect(isNamed, `The message does not name the scope ${without.join(' or ')}.`, exchange);
    }
  },
};

const namesRecord = ({ route }: CheckedRoute) => schemesOf(route).length > 0 && route.policy.resource !== null;

const otherTenant: Check = {
  id: 'access.other-tenant',
  holds: 'a record of another tenant is 404 with the same message as an unknown one, and is not changed',
  needs: 'otherTenant',
  applies: namesRecord,
  async run(context) {
    const draft = await context.draft();
    const before = await context.read(draft);
    const asked: Exchange[] = [];
    const isUnchanged = await context.isUnchangedBy(draft, async () => {
      asked.push(await context.send(draft, { credential: context.session.credentials.otherTenant(context.route) }));
    });
    const exchange = asked[0] as Exchange;
    if (context.route.policy.missing === 'create' && exchange.response.status === 201) {
      context.expect(
        exchange.response.record.id !== before?.response.record.id,
        'The record of another tenant is returned.',
        exchange,
      );
    } else {
      context.expectError(exchange, 404, 'not_found');
      await expectSameWords(context, exchange.response, draft);
    }
    context.expect(isUnchanged, 'The request of another tenant changed the record.', exchange);
  },
};

/** Any difference between the two reveals whether a record exists. */
async function expectSameWords(context: CheckContext, { words }: ReceivedResponse, draft: Draft): Promise<void> {
  const [name = '', value = ''] = Object.entries(draft.params)[0] ?? [];
  const changed = differentId(value);
  const params = { ...draft.params, [name]: changed };
  const missing = await context.send(
    { ...draft, params },
    { credential: context.session.credentials.otherTenant(context.route) },
  );
  if (missing.response.status !== 404) return;
  const withoutIds = (text: string) => text.replaceAll(value, '').replaceAll(changed, '');
  const isSame = withoutIds(missing.response.words) === withoutIds(words);
  context.expect(isSame, 'Another tenant can tell that the record exists.', missing);
}

const otherTenantList: Check = {
  id: 'access.other-tenant-list',
  holds: 'a list does not show records of another tenant',
  needs: 'otherTenant',
  applies: ({ route, routes }) =>
    schemesOf(route).length > 0 && route.policy.resource === null && producerOf(route, routes) !== undefined,
  async run(context) {
    const producer = producerOf(context.route, context.session.routes);
    if (producer === undefined) return;
    const { exchange: created } = await context.validRequests.perform(producer);
    const id = created.response.record.id;
    if (typeof id !== 'string') context.skip('The created record has no id.');
    const exchange = await context.send(await context.draft(), {
      credential: context.session.credentials.otherTenant(context.route),
    });
    context.expect(exchange.response.isSuccess, 'The other tenant cannot list its own records.', exchange);
    context.expect(
      !exchange.response.text.includes(`"${id}"`),
      `The record ${id} of another tenant is listed.`,
      exchange,
    );
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
