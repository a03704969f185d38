export { toAttribute } from './attribute.mapper.ts';
export { AttributeBatches, type AttributeBatchInput } from './attribute-batches.ts';
export { AttributesRepository } from './attributes.repository.ts';
export { AttributesService } from './attributes.service.ts';
export { type Attributes, createAttributes } from './create-attributes.ts';
