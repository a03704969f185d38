import { defineEntity, type InferEntity, p } from '@mikro-orm/core';

/** Counters whose sum changes with every change of a workspace's products, or of its assets. */
export const WorkspaceChangeEntity = defineEntity({
  name: 'WorkspaceChange',
  tableName: 'workspace_change',
  properties: {
    workspaceId: p.uuid().primary(),
    slot: p.smallint().primary(),
    products: p.bigint('number').defaultRaw('0'),
    assets: p.bigint('number').defaultRaw('0'),
  },
});

export type WorkspaceChangeRow = InferEntity<typeof WorkspaceChangeEntity>;

/**
 * The number of products in a workspace, split into several counters. Triggers of the table of products maintain it.
 */
export const ProductTotalEntity = defineEntity({
  name: 'ProductTotal',
  tableName: 'product_total',
  properties: {
    workspaceId: p.uuid().primary(),
    slot: p.smallint().primary(),
    total: p.bigint('number'),
  },
});

/** A pending recomputation of completeness after a catalog change. */
export const CompletenessRecomputeEntity = defineEntity({
  name: 'CompletenessRecompute',
  tableName: 'completeness_recompute',
  properties: {
    workspaceId: p.uuid().primary(),
    id: p.uuid().primary(),
    reason: p.text(),
    /** Null: products of every category. */
    categoryIds: p.array().columnType('uuid[]').strictNullable(),
    /** The last product done. */
    afterId: p.uuid().strictNullable(),
    createdAt: p.datetime(3),
  },
});

/** SKUs of deleted products that a job removes from the associations of others. */
export const AssociationRemovalEntity = defineEntity({
  name: 'AssociationRemoval',
  tableName: 'association_removal',
  properties: {
    workspaceId: p.uuid().primary(),
    id: p.uuid().primary(),
    skus: p.array().columnType('text[]'),
    /** The last product done. */
    afterId: p.uuid().strictNullable(),
    createdAt: p.datetime(3),
  },
});

export type AssociationRemovalRow = InferEntity<typeof AssociationRemovalEntity>;

export type CompletenessRecomputeRow = InferEntity<typeof CompletenessRecomputeEntity>;
