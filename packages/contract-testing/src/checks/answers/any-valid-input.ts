import fc from 'fast-check';
import { takesJson } from '../../contract/contract-route.ts';
import { findStatusProblem } from '../../contract/find-answer-problems.ts';
import { arbitraryOf } from '../../generating/arbitrary-of.ts';
import { documentedSchemaOf } from '../../generating/documented-schema.ts';
import { queryTextOf } from '../../generating/query-text.ts';
import type { Stage } from '../../running/stage.ts';
import type { Check } from '../check.ts';

/** What a schema admits may still break a rule of the server; it may not break the server. */
export const anyValidInput: Check = {
  id: 'answers.any-valid-input',
  holds: 'whatever the schemas admit is answered as the contract declares, never with a server error',
  ofPlain: true,
  applies: ({ route }) => takesJson(route) || route.query !== undefined,
  async run(stage) {
    const usual = await stage.draft();
    await stage.forAll(inputs(stage), async ({ body, query }) => {
      if (stage.route.query?.safeParse(queryTextOf(query)).success === false) return;
      if (takesJson(stage.route) && stage.route.body?.safeParse(body).success === false) return;
      const exchange = await stage.send({ ...usual, query, ...(takesJson(stage.route) && { body }) });
      const { status } = exchange.answer;
      stage.expect(status < 500, `Input the schema admits is answered ${status}.`, exchange);
      const problem = findStatusProblem(stage.route, exchange.answer);
      stage.expect(problem === null, problem ?? '', exchange);
    });
  },
};

function inputs({ route }: Stage): fc.Arbitrary<{ body: unknown; query: Readonly<Record<string, unknown>> }> {
  const where = route.id;
  const body = takesJson(route) && route.body && arbitraryOf(documentedSchemaOf(route.body, { text: false, where }));
  const query = route.query && arbitraryOf(documentedSchemaOf(route.query, { text: true, where }));
  return fc.record({
    body: body || fc.constant(undefined),
    query: (query ?? fc.constant({})) as fc.Arbitrary<Record<string, unknown>>,
  });
}
