import { isSamePath } from '../../contract/path-template.ts';
import type { Check } from '../check.ts';

export const deleted: Check = {
  id: 'state.deleted',
  holds: 'what was deleted is 404 for every operation of its path, and in no list',
  ofPlain: true,
  applies: ({ route }) => route.method === 'DELETE' && route.policy.resource !== null,
  async run(stage) {
    const { route, session, usual } = stage;
    const { draft, exchange: removed } = await stage.perform();
    stage.expect(removed.answer.isSuccess, `It is answered ${removed.answer.status}.`, removed);
    const siblings = session.routes.filter(
      ({ path, policy }) => isSamePath(path, route.path) && policy.missing !== 'create',
    );
    for (const sibling of siblings) {
      const again = { ...(await usual.draft(sibling)), params: draft.params };
      stage.expectError(await session.send(sibling, again), 404, 'not_found');
    }
    const lists = route.path.slice(0, route.path.lastIndexOf('/'));
    const list = session.routes.find(
      ({ method, path, policy }) => method === 'GET' && path === lists && policy.resource === null,
    );
    const id = draft.params[route.path.match(/\w+$/)?.[0] ?? ''] ?? '';
    if (list === undefined) return;
    const listed = await session.send(list, await usual.draft(list));
    const isListed = listed.answer.items.some((item) => item.id === id);
    stage.expect(!isListed, `The record ${id} is listed after its deletion.`, listed);
  },
};
