import type { Draft } from '../../calling/draft.ts';
import { targetOf } from '../../calling/to-request.ts';
import type { Stage } from '../../running/stage.ts';
import type { Check } from '../check.ts';
import { isReplay, sendFirst, takesKeys } from './keyed.ts';

export const reused: Check = {
  id: 'idempotency.reused',
  holds: 'the key of another request is 422 idempotency_key_reused',
  applies: takesKeys,
  async run(stage) {
    const { draft } = await sendFirst(stage, await stage.draft());
    const other = await otherRequest(stage, draft);
    const exchange = await stage.send({ ...other, headers: draft.headers });
    stage.expectError(exchange, 422, 'idempotency_key_reused');
  },
};

/** A valid request that asks for something else. */
async function otherRequest(stage: Stage, draft: Draft): Promise<Draft> {
  const other = await stage.draft();
  const textOf = async (one: Draft) => `${targetOf(stage.route, one)} ${await bodyTextOf(one.body)}`;
  if ((await textOf(other)) !== (await textOf(draft))) return other;
  const body = stage.someBody((made) => JSON.stringify(made) !== JSON.stringify(draft.body));
  return body === undefined ? stage.skip('No second request is known.') : { ...other, body };
}

/** A body as text; of a form what its parts hold, not how they are told apart. */
async function bodyTextOf(body: unknown): Promise<string> {
  if (!(body instanceof FormData)) return JSON.stringify(body) ?? '';
  const parts = [...body].map(async ([name, value]) => [name, typeof value === 'string' ? value : await value.text()]);
  return JSON.stringify(await Promise.all(parts));
}

export const otherTenantKey: Check = {
  id: 'idempotency.other-tenant',
  holds: 'another tenant with the same key gets an answer of its own',
  needs: 'otherTenant',
  applies: takesKeys,
  async run(stage) {
    const { draft, first } = await sendFirst(stage, await stage.draft());
    const exchange = await stage.send(draft, { credential: stage.session.credentials.otherTenant(stage.route) });
    stage.expect(!isReplay(exchange), 'Another tenant gets the stored answer.', exchange);
    const { id } = first.answer.record;
    const isOwn = id === undefined || id !== exchange.answer.record.id;
    stage.expect(isOwn, `Another tenant is answered with the record ${id}.`, exchange);
    stage.expect(exchange.answer.code !== 'idempotency_key_reused', 'Tenants share their keys.', exchange);
  },
};
