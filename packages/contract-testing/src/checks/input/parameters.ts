import { isRecord } from '@contract-kit/openapi/schemas';
import { targetOf } from '../../calling/to-request.ts';
import type { ContractRoute } from '../../contract/contract-route.ts';
import { parametersOf } from '../../contract/path-template.ts';
import { documentedSchemaOf } from '../../generating/documented-schema.ts';
import { mutationsOf } from '../../generating/mutations.ts';
import { parameterSamples } from '../../generating/parameter-samples.ts';
import { queryTextOf } from '../../generating/query-text.ts';
import type { Check } from '../check.ts';
import { expectRefused, smallestFirst } from './refused.ts';

export const invalidQuery: Check = {
  id: 'input.invalid-query',
  holds: 'query parameters their schema refuses are 422, and fieldErrors names them',
  ofPlain: 'query parameters their schema refuses are refused',
  applies: ({ route }) => route.query !== undefined,
  async run(stage) {
    const schema = stage.route.query;
    if (schema === undefined) return;
    const usual = await stage.draft();
    const documented = documentedSchemaOf(schema, { text: true, where: stage.route.id });
    const refused = parameterSamples(documented)
      .flatMap((valid) => mutationsOf(documented, valid))
      .filter(({ value }) => isRecord(value) && !schema.safeParse(queryTextOf(value)).success);
    if (refused.length === 0) stage.skip('Nothing was found that the schema refuses.');
    for (const mutation of smallestFirst(stage.someOf(refused))) {
      const query = mutation.value as Record<string, unknown>;
      // A parameter is one text, whatever is read from it.
      const path = mutation.path.split('.', 1)[0] as string;
      expectRefused(stage, await stage.send({ ...usual, query }), { ...mutation, path });
    }
  },
};

export const brokenEncoding: Check = {
  id: 'input.broken-encoding',
  holds: 'percent signs that encode nothing are 400',
  applies: () => true,
  async run(stage) {
    const usual = await stage.draft();
    const target = targetOf(stage.route, { params: usual.params, query: {} });
    stage.expectError(await stage.send(usual, { target: `${target}?x=%zz` }), 400, 'bad_request');
  },
};

export const invalidPath: Check = {
  id: 'input.invalid-path',
  holds: 'a path parameter its schema refuses is 404 or 422, and fieldErrors names it',
  ofPlain: 'a path parameter its schema refuses is refused',
  applies: ({ route }) => {
    const names = parametersOf(route.path).map(({ name }) => [name, 'x']);
    return names.length > 0 && refusedParams(route, Object.fromEntries(names)).length > 0;
  },
  async run(stage) {
    const usual = await stage.draft();
    for (const { path, params } of refusedParams(stage.route, usual.params)) {
      const exchange = await stage.send({ ...usual, params });
      const { status, fieldErrors } = exchange.answer;
      stage.expect(
        [400, 404, 422].includes(status),
        `A path parameter that is refused is answered ${status}.`,
        exchange,
      );
      const isNamed = stage.route.isPlain || status !== 422 || (fieldErrors !== null && path in fieldErrors);
      stage.expect(isNamed, `fieldErrors does not name "${path}".`, exchange);
    }
  },
};

/** Path parameters the schema refuses, each with the name of the one that is wrong. */
function refusedParams({ id, pathParams: schema }: ContractRoute, valid: Readonly<Record<string, string>>) {
  if (schema === undefined) return [];
  const documented = documentedSchemaOf(schema, { text: true, where: id });
  return mutationsOf(documented, valid).flatMap(({ value, path }) => {
    const params = isRecord(value) ? queryTextOf(value) : {};
    const isSent = params[path] !== undefined && params[path] !== '';
    return isSent && !schema.safeParse(params).success ? [{ path, params }] : [];
  });
}
