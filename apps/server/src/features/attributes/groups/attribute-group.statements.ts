import { recordStatements } from '../../catalog/index.ts';
import { AttributeGroupEntity, type AttributeGroupRow } from './attribute-group.entity.ts';

export const attributeGroupStatements = recordStatements<AttributeGroupRow>(AttributeGroupEntity);
