import { defineEntity, p } from '@mikro-orm/core';

/** A deferred row of a running import. */
export const ImportRowEntity = defineEntity({
  name: 'ImportRow',
  tableName: 'import_row',
  properties: {
    workspaceId: p.uuid().primary(),
    jobId: p.uuid().primary(),
    row: p.integer().primary(),
    /**
     * waiting: for records further down; due: ready to be saved; hopeless: what it waits for will not come; simulated:
     * a dry run would have saved it.
     */
    state: p.text().$type<'waiting' | 'due' | 'hopeless' | 'simulated'>(),
    /** SKU or id of its product, or the code of its record. */
    sku: p.text(),
    /** It is saved after the others. */
    isLate: p.boolean(),
    /** SKUs or codes it waits for. */
    needs: p.array().columnType('text[]'),
    /** As JSON text, by position. */
    cells: p.text(),
  },
});

/** What identifies the product of a row in a running import. */
export const ImportKeyEntity = defineEntity({
  name: 'ImportKey',
  tableName: 'import_key',
  properties: {
    workspaceId: p.uuid().primary(),
    jobId: p.uuid().primary(),
    key: p.text().primary(),
    /** The first row with this key. */
    row: p.integer(),
    /** Whether a row with this key is deferred. */
    putAside: p.boolean().default(false),
  },
});
