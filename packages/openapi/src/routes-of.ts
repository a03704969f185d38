import { type AppRoute, type AppRouter, isAppRoute } from './ts-rest.ts';

/** Every route of a contract, in its order. */
export function routesOf(contract: AppRouter): AppRoute[] {
  return Object.values(contract).flatMap((entry) => (isAppRoute(entry) ? [entry] : routesOf(entry)));
}
