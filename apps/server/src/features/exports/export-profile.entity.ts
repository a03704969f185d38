import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import type { ExportFormat, ExportOptionsInput, ExportRun } from '@product-content/contract';

/** A saved export. The secret of its feeds is stored hashed and encrypted. */
export const ExportProfileEntity = defineEntity({
  name: 'ExportProfile',
  tableName: 'export_profile',
  properties: {
    workspaceId: p.uuid().primary(),
    id: p.uuid().primary(),
    /** Incremented whenever the content of its feeds changes. */
    version: p.integer().default(1),
    name: p.text(),
    options: p.json<ExportOptionsInput>(),
    feedTokenHash: p.blob(),
    feedToken: p.blob(),
    lastRun: p.json<ExportRun>().strictNullable(),
    createdAt: p.datetime(3),
    updatedAt: p.datetime(3),
  },
});

export type ExportProfileRow = InferEntity<typeof ExportProfileEntity>;

/** The newest file of a feed in one format. */
export const ExportFeedEntity = defineEntity({
  name: 'ExportFeed',
  tableName: 'export_feed',
  properties: {
    workspaceId: p.uuid().primary(),
    profileId: p.uuid().primary(),
    format: p.text().$type<ExportFormat>().primary(),
    /** The state it was generated from. */
    state: p.text(),
    /** Identifies its files, and serves as entity tag. */
    fileId: p.uuid(),
    /** The previous file, which a reader may be about to open. */
    previousFileId: p.uuid().strictNullable(),
    size: p.bigint('number'),
    count: p.integer(),
    warnings: p.integer(),
    generatedAt: p.datetime(3),
  },
});

export type ExportFeedRow = InferEntity<typeof ExportFeedEntity>;
