export { AttributeGroupEntity, type AttributeGroupRow } from './attribute-group.entity.ts';
export { AttributeGroupsRepository } from './attribute-groups.repository.ts';
export { AttributeGroupsService, type AttributeGroupsServiceOptions } from './attribute-groups.service.ts';
