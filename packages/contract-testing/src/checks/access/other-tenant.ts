import type { Draft } from '../../calling/draft.ts';
import type { Answer, Exchange } from '../../calling/exchange.ts';
import { producerOf } from '../../contract/path-template.ts';
import { unlike } from '../../generating/unlike.ts';
import type { Stage } from '../../running/stage.ts';
import type { Check, CheckedRoute } from '../check.ts';

const namesRecord = ({ route }: CheckedRoute) => route.policy.auth.length > 0 && route.policy.resource !== null;

export const otherTenant: Check = {
  id: 'access.other-tenant',
  holds: 'a record of another tenant is 404 in the same words as one that does not exist, and stays as it is',
  needs: 'otherTenant',
  applies: namesRecord,
  async run(stage) {
    const draft = await stage.draft();
    const before = await stage.read(draft);
    const asked: Exchange[] = [];
    const isUnchanged = await stage.isUnchangedBy(draft, async () => {
      asked.push(await stage.send(draft, { key: stage.session.keys.other }));
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
async function expectSameWords(stage: Stage, { text }: Answer, draft: Draft): Promise<void> {
  const [name = '', value = ''] = Object.entries(draft.params)[0] ?? [];
  const changed = unlike(value);
  const params = { ...draft.params, [name]: changed };
  const missing = await stage.send({ ...draft, params }, { key: stage.session.keys.other });
  if (missing.answer.status !== 404) return;
  const wordsOf = (body: string) =>
    body
      .replace(/"requestId":"[^"]*"/, '')
      .replaceAll(value, '')
      .replaceAll(changed, '');
  stage.expect(
    wordsOf(missing.answer.text) === wordsOf(text),
    'Another tenant can tell that the record exists.',
    missing,
  );
}

export const otherTenantList: Check = {
  id: 'access.other-tenant-list',
  holds: 'a list does not show records of another tenant',
  needs: 'otherTenant',
  applies: ({ route, routes }) =>
    route.policy.auth.length > 0 && route.policy.resource === null && producerOf(route, routes) !== undefined,
  async run(stage) {
    const producer = producerOf(stage.route, stage.session.routes);
    if (producer === undefined) return;
    const { exchange: created } = await stage.usual.perform(producer);
    const id = created.answer.record.id;
    if (typeof id !== 'string') stage.skip('The record that is created has no id.');
    const exchange = await stage.send(await stage.draft(), { key: stage.session.keys.other });
    stage.expect(exchange.answer.isSuccess, 'The other tenant cannot list its own records.', exchange);
    stage.expect(!exchange.answer.text.includes(`"${id}"`), `The record ${id} of another tenant is listed.`, exchange);
  },
};
