import { isDeepStrictEqual } from 'node:util';
import { isRecord } from '@contract-kit/openapi/schemas';
import type { Draft } from '../../calling/draft.ts';
import type { Exchange } from '../../calling/exchange.ts';
import { readerOf, recordRouteOf } from '../../contract/path-template.ts';
import type { Stage } from '../../running/stage.ts';
import type { Check } from '../check.ts';

const isWrite = (method: string) => method !== 'GET';

export const noTrace: Check = {
  id: 'state.no-trace',
  holds: 'a write that is refused leaves no trace',
  applies: ({ route, routes }) =>
    isWrite(route.method) && route.policy.auth.length > 0 && readerOf(route, routes) !== undefined,
  async run(stage) {
    const draft = await stage.draft();
    const key = { name: 'BAD_KEY', value: 'nonsense' };
    const missing = stage.route.policy.scopes[0];
    const refused = [
      () => stage.send(draft, { key }),
      ...(missing === undefined ? [] : [() => sendWithout(stage, draft, missing)]),
      ...(stage.route.body === undefined ? [] : [() => stage.send({ ...draft, body: [draft.body] })]),
    ];
    for (const send of refused) {
      const sent: Exchange[] = [];
      const isUnchanged = await stage.isUnchangedBy(draft, async () => {
        sent.push(...[await send()].filter((exchange) => exchange !== null));
      });
      for (const exchange of sent) stage.expect(isUnchanged, 'A request that was refused changed something.', exchange);
    }
  },
};

async function sendWithout(stage: Stage, draft: Draft, scope: string): Promise<Exchange | null> {
  const key = await stage.session.keyWithout([scope]);
  return key === null ? null : stage.send(draft, { key });
}

export const readBack: Check = {
  id: 'state.read-back',
  holds: 'what a write answers is what a read shows',
  ofPlain: true,
  applies: ({ route, routes }) =>
    isWrite(route.method) &&
    route.body !== undefined &&
    (recordRouteOf(route.path, 'GET', routes) !== undefined ||
      routes.some(({ method, path, policy }) => method === 'GET' && path === route.path && policy.resource !== null)),
  async run(stage) {
    const { draft, exchange } = await stage.perform();
    const { record } = exchange.answer;
    const one = recordRouteOf(stage.route.path, 'GET', stage.session.routes);
    const [name = 'id'] = one?.path.match(/\w+$/) ?? [];
    const params = { ...draft.params, [name]: String(record[name] ?? record.id) };
    const read =
      one === undefined ? await stage.read(draft) : await stage.session.send(one, { params, query: {}, headers: {} });
    if (read === null || !isRecord(draft.body)) return;
    stage.expect(read.answer.isSuccess, `What was written is answered ${read.answer.status}.`, read);
    for (const field of Object.keys(draft.body).filter((key) => key in record && key in read.answer.record)) {
      const isSame = isDeepStrictEqual(record[field], read.answer.record[field]);
      stage.expect(isSame, `The write answered another "${field}" than the read after it.`, read);
    }
  },
};

export const repeatedPut: Check = {
  id: 'state.repeated-put',
  holds: 'a PUT that is repeated changes nothing more',
  ofPlain: true,
  applies: ({ route }) => route.method === 'PUT',
  async run(stage) {
    const draft = await stage.draft();
    const first = await stage.send(draft);
    if (!first.answer.isSuccess) return stage.skip(`It is answered ${first.answer.status}.`);
    const before = await stage.read(draft);
    const second = await stage.send(draft);
    stage.expect(second.answer.isSuccess, `Repeated it is ${second.answer.status}.`, second);
    const after = await stage.read(draft);
    const isSame = isDeepStrictEqual(stateOf(stage, before), stateOf(stage, after));
    stage.expect(isSame, 'The second PUT changed the record once more.', second);
  },
};

/** What a read shows, without what changes with every write. */
function stateOf({ session }: Stage, exchange: Exchange | null): unknown {
  const volatile = session.options.volatileFields ?? ['updatedAt', 'version'];
  if (exchange === null) return null;
  return JSON.parse(JSON.stringify(exchange.answer.body ?? null), (name, value: unknown) =>
    volatile.includes(name) ? undefined : value,
  );
}
