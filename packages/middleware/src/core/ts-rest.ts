/** Everything this package uses of ts-rest. No other module imports it, so that it can be replaced here. */
export {
  type AppRoute,
  type AppRouter,
  type ContractNoBodyType,
  isAppRoute,
  isAppRouteNoBody,
  isAppRouteOtherResponse,
  isStandardSchema,
} from '@ts-rest/core';
