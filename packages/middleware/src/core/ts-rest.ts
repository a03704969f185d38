/** All that the library takes from `@ts-rest/core`. Only this module imports it, so that only this one has to follow it. */
export {
  type AppRoute,
  type AppRouter,
  type ContractNoBodyType,
  isAppRoute,
  isAppRouteNoBody,
  isAppRouteOtherResponse,
  isStandardSchema,
} from '@ts-rest/core';
