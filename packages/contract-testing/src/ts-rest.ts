/** Everything this package uses of ts-rest. No other module imports it, so that it can be replaced here. */
export { type AppRoute, type AppRouter, isAppRoute } from '@ts-rest/core';
