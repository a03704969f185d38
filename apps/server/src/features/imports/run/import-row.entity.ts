import { defineEntity, p } from '@mikro-orm/core';

/** A row of a running import that was put aside. */
export const ImportRowEntity = defineEntity({
  name: 'ImportRow',
  tableName: 'import_row',
  properties: {
    workspaceId: p.uuid().primary(),
    jobId: p.uuid().primary(),
    row: p.integer().primary(),
    /** waiting: for products further down; hopeless: they will not come; rehearsed: a dry run would have created it. */
    state: p.text().$type<'waiting' | 'hopeless' | 'rehearsed'>(),
    sku: p.text(),
    hasParent: p.boolean(),
    /** SKUs it waits for. */
    needs: p.array().columnType('text[]'),
    /** A SaveCommand as JSON text. */
    command: p.text(),
  },
});
