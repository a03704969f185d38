export { CollectionsService } from './collections.service.ts';
export { type Collections, createCollections } from './create-collections.ts';
