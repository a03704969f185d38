export { CategoriesRepository } from './categories.repository.ts';
export { CategoriesService, type CategoriesServiceOptions } from './categories.service.ts';
export { type Categories, createCategories } from './create-categories.ts';
