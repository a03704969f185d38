export { type AttributeGroups, createAttributeGroups, createGroupNames } from './create-attribute-groups.ts';
