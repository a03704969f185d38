export { CollectionEntity, CollectionProductEntity, type CollectionRow } from './collection.entity.ts';
export { countMembers } from './collection.statements.ts';
export {
  type CollectionPageQuery,
  type CollectionPages,
  CollectionProductsService,
  type CollectionProductsServiceOptions,
} from './collection-products.service.ts';
export { CollectionsRepository } from './collections.repository.ts';
export { CollectionsService, type CollectionsServiceOptions } from './collections.service.ts';
