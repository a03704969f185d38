import { AssetEntity } from './features/assets/asset.entity.ts';
import { AttributeEntity, AttributeIndexingEntity } from './features/attributes/attribute.entity.ts';
import { AttributeGroupEntity } from './features/attributes/groups/attribute-group.entity.ts';
import { CategoryAttributeEntity, CategoryEntity } from './features/categories/category.entity.ts';
import { ChannelChangeEntity, ChannelEntity, ChannelProductEntity } from './features/channels/channel.entity.ts';
import { CollectionEntity } from './features/collections/collection.entity.ts';
import { ExportFeedEntity, ExportProfileEntity } from './features/exports/export-profile.entity.ts';
import { ImportProfileEntity } from './features/imports/profiles/import-profile.entity.ts';
import { ImportKeyEntity, ImportRowEntity } from './features/imports/run/import-row.entity.ts';
import { JobEntity, JobErrorEntity } from './features/jobs/job.entity.ts';
import { ApiKeyEntity, DeprecatedUseEntity } from './features/keys/api-key.entity.ts';
import {
  CollectionProductEntity,
  ProductAssetEntity,
  ProductEntity,
  ProductNumberEntity,
  ProductUniqueValueEntity,
  ProductVersionEntity,
} from './features/products/product.entity.ts';
import {
  AssociationRemovalEntity,
  CompletenessRecomputeEntity,
  ProductTotalEntity,
  WorkspaceChangeEntity,
} from './features/products/product-change.entity.ts';
import { SearchRefreshEntity, SearchWordEntity } from './features/products/search/search-word.entity.ts';
import { RequestLogEntity } from './features/requests/request-log.entity.ts';
import {
  WebhookDeliveryCountEntity,
  WebhookDeliveryEntity,
  WebhookRelayEntity,
} from './features/webhooks/webhook-delivery.entity.ts';
import { WebhookEndpointEntity } from './features/webhooks/webhook-endpoint.entity.ts';
import { WorkspaceEntity } from './features/workspaces/workspace.entity.ts';
import { OutboxEntity } from './storage/outbox/outbox.entity.ts';
import { SharedSecretEntity } from './storage/shared-secret/shared-secret.entity.ts';

/** Every entity of the app. A test compares them with the migrated schema. */
export const entities = [
  WorkspaceEntity,
  ApiKeyEntity,
  DeprecatedUseEntity,
  CategoryEntity,
  CategoryAttributeEntity,
  AttributeGroupEntity,
  AttributeEntity,
  AttributeIndexingEntity,
  CollectionEntity,
  CollectionProductEntity,
  ProductEntity,
  ProductVersionEntity,
  ProductUniqueValueEntity,
  ProductNumberEntity,
  AssetEntity,
  ProductAssetEntity,
  WorkspaceChangeEntity,
  ProductTotalEntity,
  CompletenessRecomputeEntity,
  AssociationRemovalEntity,
  SearchWordEntity,
  SearchRefreshEntity,
  ExportProfileEntity,
  ExportFeedEntity,
  OutboxEntity,
  ChannelEntity,
  ChannelChangeEntity,
  ChannelProductEntity,
  WebhookEndpointEntity,
  WebhookDeliveryEntity,
  WebhookDeliveryCountEntity,
  WebhookRelayEntity,
  JobEntity,
  JobErrorEntity,
  ImportProfileEntity,
  ImportKeyEntity,
  ImportRowEntity,
  RequestLogEntity,
  SharedSecretEntity,
];
