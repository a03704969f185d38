import { isRecord } from '@contract-kit/openapi/schemas';
import { takesJson } from '../../contract/contract-route.ts';
import { documentedSchemaOf } from '../../generating/documented-schema.ts';
import { mutationsOf } from '../../generating/mutations.ts';
import type { Check, CheckedRoute } from '../check.ts';
import { largestBody, tooLargeToSend } from '../largest-body.ts';
import { expectRefused, smallestFirst } from './refused.ts';

const hasJsonBody = ({ route }: CheckedRoute) => takesJson(route);

/** Sends a text as it is. */
const asJson = { 'content-type': 'application/json' };

export const malformedBody: Check = {
  id: 'input.malformed-body',
  holds: 'a body that is no JSON is 400',
  ofPlain: 'a body that is no JSON is refused',
  applies: hasJsonBody,
  async run(stage) {
    const usual = await stage.draft();
    for (const body of ['{"', '{"a":1}}', "{'a':1}"]) {
      stage.expectError(await stage.send({ ...usual, body, headers: asJson }), 400, 'bad_request');
    }
  },
};

export const mediaType: Check = {
  id: 'input.media-type',
  holds: 'a body of another media type is 400',
  applies: ({ route }) => route.body !== undefined,
  async run(stage) {
    const usual = await stage.draft();
    const { bodyTypes } = stage.route.policy;
    for (const type of ['application/x-undeclared', 'application/json'].filter((name) => !bodyTypes.includes(name))) {
      const headers = { 'content-type': type };
      stage.expectError(await stage.send({ ...usual, body: '{}', headers }), 400, 'bad_request');
    }
  },
};

export const bodyLimit: Check = {
  id: 'input.body-limit',
  holds: 'a body over the limit is 413',
  applies: hasJsonBody,
  async run(stage) {
    const length = (stage.route.policy.bodyLimit ?? 0) + 1;
    if (length > largestBody) stage.skip(tooLargeToSend(length));
    const body = JSON.stringify('x'.repeat(length));
    const exchange = await stage.send({ ...(await stage.draft()), body, headers: asJson });
    stage.expect(exchange.answer.status === 413, `Expected 413, got ${exchange.answer.status}.`, exchange);
  },
};

export const invalidBody: Check = {
  id: 'input.invalid-body',
  holds: 'a body its schema refuses is 422, and fieldErrors names the place',
  ofPlain: 'a body its schema refuses is refused',
  applies: hasJsonBody,
  async run(stage) {
    const schema = stage.route.body;
    const usual = await stage.draft({}, 'json');
    if (schema === undefined || !isRecord(usual.body)) return stage.skip('The body that succeeds is no object.');
    const documented = documentedSchemaOf(schema, { text: false, where: stage.route.id });
    const refused = mutationsOf(documented, usual.body).filter(({ value }) => !schema.safeParse(value).success);
    if (refused.length === 0) stage.skip('Nothing was found that the schema refuses.');
    for (const mutation of smallestFirst(stage.someOf(refused))) {
      expectRefused(stage, await stage.send({ ...usual, body: mutation.value }), mutation);
    }
  },
};
