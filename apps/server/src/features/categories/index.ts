export { CategoriesRepository } from './categories.repository.ts';
export { CategoriesService, type CategoriesServiceOptions } from './categories.service.ts';
export { CategoryAttributeEntity, CategoryEntity, type CategoryRow } from './category.entity.ts';
export { CategoryAttributesRepository } from './category-attributes.repository.ts';
export { CategoryAttributesService, type CategoryAttributesServiceOptions } from './category-attributes.service.ts';
