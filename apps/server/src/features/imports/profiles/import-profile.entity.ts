import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import type { ImportMapping, ShownImportOptions } from '@product-content/contract';

/** A saved mapping and options for imports. */
export const ImportProfileEntity = defineEntity({
  name: 'ImportProfile',
  tableName: 'import_profile',
  properties: {
    workspaceId: p.uuid().primary(),
    id: p.uuid().primary(),
    /** Incremented with every change. */
    version: p.integer().default(1),
    name: p.text(),
    /** Null maps columns automatically. */
    mapping: p.json<ImportMapping>().strictNullable(),
    options: p.json<ShownImportOptions>(),
    createdAt: p.datetime(3),
    updatedAt: p.datetime(3),
  },
});

export type ImportProfileRow = InferEntity<typeof ImportProfileEntity>;
