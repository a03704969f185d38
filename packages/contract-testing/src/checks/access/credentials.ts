import { headerNames } from '@contract-kit/http-spec';
import type { Key, SendOptions } from '../../calling/draft.ts';
import type { Stage } from '../../running/stage.ts';
import type { Check, CheckedRoute } from '../check.ts';

const needsKey = ({ route }: CheckedRoute) => route.policy.auth.length > 0;

export const noKey: Check = {
  id: 'access.no-key',
  holds: 'without a key it is 401 with WWW-Authenticate',
  applies: needsKey,
  run: (stage) => expectUnauthorized(stage, { key: null }),
};

export const badKey: Check = {
  id: 'access.bad-key',
  holds: 'a key that is none, or nearly one, is 401 with WWW-Authenticate',
  applies: needsKey,
  async run(stage) {
    await expectUnauthorized(stage, { key: { name: 'BAD_KEY', value: 'nonsense' } });
    await expectUnauthorized(stage, { key: nearly(stage.session.keys.full) });
  },
};

export const twoKeys: Check = {
  id: 'access.two-keys',
  holds: 'two different keys in Authorization and X-API-Key are 401',
  applies: needsKey,
  async run(stage) {
    const { full } = stage.session.keys;
    await expectUnauthorized(stage, { key: full, headerKey: nearly(full) });
    await expectUnauthorized(stage, { key: nearly(full), headerKey: full });
  },
};

export const keyHeader: Check = {
  id: 'access.key-header',
  holds: 'a key may come as X-API-Key',
  applies: needsKey,
  async run(stage) {
    const exchange = await stage.send(await stage.draft(), { headerKey: stage.session.keys.full });
    stage.expect(exchange.answer.isSuccess, `The key is taken as a bearer, but not as X-API-Key.`, exchange);
  },
};

async function expectUnauthorized(stage: Stage, options: SendOptions): Promise<void> {
  const exchange = await stage.send(await stage.draft(), options);
  stage.expectError(exchange, 401, 'unauthorized');
  stage.expect(exchange.answer.headers.has(headerNames.wwwAuthenticate), 'WWW-Authenticate is missing.', exchange);
}

/** A key with another last character. */
function nearly({ value }: Key): Key {
  return { name: 'BAD_KEY', value: `${value.slice(0, -1)}${value.endsWith('A') ? 'B' : 'A'}` };
}
