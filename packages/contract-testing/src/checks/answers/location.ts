import { headerNames } from '@contract-kit/http-spec';
import { parametersOf, recordRouteOf } from '../../contract/path-template.ts';
import { Violation } from '../../running/outcomes.ts';
import type { Check } from '../check.ts';

export const location: Check = {
  id: 'answers.location',
  holds: 'Location leads to the record that was created',
  applies: ({ route, routes }) =>
    route.method === 'POST' && 201 in route.responses && recordRouteOf(route.path, 'GET', routes) !== undefined,
  async run(stage) {
    const reader = recordRouteOf(stage.route.path, 'GET', stage.session.routes);
    const { draft, exchange } = await stage.perform();
    const place = exchange.answer.headers.get(headerNames.location);
    if (reader === undefined || exchange.answer.status !== 201) return stage.skip('The request creates nothing.');
    if (place === null) throw new Violation('The header Location is missing.', exchange);
    const id = decodeURIComponent(place.slice(place.lastIndexOf('/') + 1));
    const name = parametersOf(reader.path).at(-1)?.name ?? 'id';
    const found = await stage.session.send(reader, { params: { ...draft.params, [name]: id }, query: {}, headers: {} });
    stage.expect(found.answer.isSuccess, `Location is "${place}", where there is nothing.`, found);
    // A file has no id to compare.
    const { id: foundId = exchange.answer.record.id } = found.answer.record;
    stage.expect(foundId === exchange.answer.record.id, `Location is "${place}", which is another record.`, found);
  },
};
