export { createMetaRoutes } from './meta.routes.ts';
export { MetaService } from './meta.service.ts';
