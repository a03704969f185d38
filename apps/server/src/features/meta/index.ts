export { MetaService } from './meta.service.ts';
