import { defineEntity, p } from '@mikro-orm/core';

/** A row of a running import that was put aside. */
export const ImportRowEntity = defineEntity({
  name: 'ImportRow',
  tableName: 'import_row',
  properties: {
    workspaceId: p.uuid().primary(),
    jobId: p.uuid().primary(),
    row: p.integer().primary(),
    /**
     * waiting: for records further down; due: no longer; hopeless: they will not come; rehearsed: a dry run would have
     * saved it.
     */
    state: p.text().$type<'waiting' | 'due' | 'hopeless' | 'rehearsed'>(),
    /** SKU or id of its product, or the code of its record. */
    sku: p.text(),
    /** It is saved behind the others. */
    isLate: p.boolean(),
    /** SKUs or codes it waits for. */
    needs: p.array().columnType('text[]'),
    /** As JSON text, by position. */
    cells: p.text(),
  },
});

/** What names the product of a row of a running import. */
export const ImportKeyEntity = defineEntity({
  name: 'ImportKey',
  tableName: 'import_key',
  properties: {
    workspaceId: p.uuid().primary(),
    jobId: p.uuid().primary(),
    key: p.text().primary(),
    /** The first row that has it. */
    row: p.integer(),
    /** A row that has it is kept for later. */
    putAside: p.boolean().default(false),
  },
});
