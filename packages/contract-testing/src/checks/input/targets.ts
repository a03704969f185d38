import { headerNames } from '@contract-kit/http-spec';
import type { ContractRoute } from '../../contract/contract-route.ts';
import { isSamePath, parametersOf, routesAt } from '../../contract/path-template.ts';
import { unlike } from '../../generating/unlike.ts';
import type { Check } from '../check.ts';

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

export const unsupportedMethod: Check = {
  id: 'input.unsupported-method',
  holds: 'another method of the path is 405, and Allow lists those it has',
  applies: ({ route, routes }) =>
    routes.find(({ path }) => isSamePath(path, route.path)) === route && unsupportedBy(route, routes) !== undefined,
  async run(stage) {
    const { route, session } = stage;
    const known = routesAt(route.path, session.routes).map(({ method }) => method);
    const method = unsupportedBy(route, session.routes) ?? stage.skip('The path has every method.');
    const draft = await stage.draft();
    const exchange = await stage.send({ ...draft, body: undefined }, { method });
    stage.expectError(exchange, 405, 'method_not_allowed');
    const allowed = (exchange.answer.headers.get(headerNames.allow) ?? '').split(/\s*,\s*/);
    const missing = known.filter((name) => !allowed.includes(name));
    stage.expect(missing.length === 0, `Allow lacks ${missing.join(', ')}.`, exchange);
    stage.expect(!allowed.includes(method), `Allow lists ${method}, which is refused.`, exchange);
  },
};

/** A method that no route of a path has. */
function unsupportedBy({ path }: ContractRoute, routes: readonly ContractRoute[]): string | undefined {
  const known = routesAt(path, routes).map(({ method }) => method);
  return methods.find((method) => !known.includes(method));
}

export const unknownRecord: Check = {
  id: 'input.unknown-record',
  holds: 'a record that does not exist is 404',
  ofPlain: true,
  applies: ({ route: { policy, path } }) =>
    policy.resource !== null && policy.missing === 'not_found' && parametersOf(path).length > 0,
  async run(stage) {
    const usual = await stage.draft();
    const name = parametersOf(stage.route.path)[0]?.name ?? '';
    for (const unknown of [unlike(usual.params[name] ?? ''), 'no-such-record']) {
      const params = { ...usual.params, [name]: unknown };
      const exchange = await stage.send({ ...usual, params });
      const isRefused = stage.route.pathParams?.safeParse(params).success === false;
      if (!isRefused) stage.expectError(exchange, 404, 'not_found');
    }
  },
};
