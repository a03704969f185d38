import type { Check } from '../check.ts';

export const missingScope: Check = {
  id: 'access.missing-scope',
  holds: 'a caller without a scope it needs is 403, and the message names the scope',
  needs: 'withoutScope',
  applies: ({ route: { policy } }) => policy.scopes.length > 0 || policy.anyScopes !== undefined,
  async run(stage) {
    const { scopes, anyScopes } = stage.route.policy;
    const missing = [...scopes.map((scope) => [scope]), ...(anyScopes === undefined ? [] : [[...anyScopes]])];
    for (const without of missing) {
      const credential = await stage.session.credentials.without(stage.route, without);
      if (credential === null) return stage.skip(`There is no credential without ${without.join(' and ')}.`);
      const exchange = await stage.send(await stage.draft(), { credential });
      stage.expectError(exchange, 403, 'forbidden');
      const isNamed = without.some((scope) => exchange.answer.text.includes(scope));
      stage.expect(isNamed, `The message does not name the scope ${without.join(' or ')}.`, exchange);
    }
  },
};
