import { headerNames } from '@contract-kit/http-spec';
import { apiKeyScheme, schemesOf } from '../../calling/credentials.ts';
import type { Credential, SendOptions } from '../../calling/draft.ts';
import type { Stage } from '../../running/stage.ts';
import type { Check, CheckedRoute } from '../check.ts';

const authenticates = ({ route }: CheckedRoute) => schemesOf(route).length > 0;
const takesApiKeys = ({ route }: CheckedRoute) => schemesOf(route).includes(apiKeyScheme);

export const noKey: Check = {
  id: 'access.no-key',
  holds: 'without a credential it is 401 with WWW-Authenticate',
  applies: authenticates,
  run: (stage) => expectUnauthorized(stage, { credential: null }),
};

export const badKey: Check = {
  id: 'access.bad-key',
  holds: 'a credential that is none, or nearly one, is 401 with WWW-Authenticate',
  applies: authenticates,
  async run(stage) {
    const { credentials } = stage.session;
    const wrong = ['nonsense', nearly(fullOf(stage).value)];
    for (const value of wrong) await expectUnauthorized(stage, { credential: credentials.wrong(stage.route, value) });
  },
};

export const twoKeys: Check = {
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

export const keyHeader: Check = {
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
