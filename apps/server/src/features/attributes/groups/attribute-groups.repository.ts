import type { Database } from '../../../storage/index.ts';
import { CatalogRecords } from '../../catalog/index.ts';
import { AttributeGroupEntity, type AttributeGroupRow } from './attribute-group.entity.ts';
import { attributeGroupStatements } from './attribute-group.statements.ts';

/** Attribute groups in PostgreSQL. */
export class AttributeGroupsRepository extends CatalogRecords<AttributeGroupRow> {
  constructor(database: Database) {
    super(database, { entity: AttributeGroupEntity, statements: attributeGroupStatements, kind: 'attributeGroup' });
  }
}
