export { AttributeEntity, type AttributeRow } from './attribute.entity.ts';
export { type GroupCodes, type GroupNames, toAttribute } from './attribute.mapper.ts';
export { AttributeAdditions } from './attribute-additions.ts';
export { AttributesRepository } from './attributes.repository.ts';
export { type AttributeFilter, AttributesService, type AttributesServiceOptions } from './attributes.service.ts';
