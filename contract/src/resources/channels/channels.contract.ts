import { dataOf, listOf, pageOf } from '@contract-kit/http-spec/zod';
import { c } from '../../init.ts';
import { limits } from '../../limits.ts';
import { operation } from '../../vocabulary.ts';
import { JobSchema } from '../jobs/job.schema.ts';
import { ProductPathSchema } from '../products/product.schema.ts';
import {
  ChannelCreateSchema,
  ChannelPatchSchema,
  ChannelPathSchema,
  ChannelSchema,
  ChannelSummarySchema,
  channelCountRule,
} from './channel.schema.ts';
import { ChannelProductsQuerySchema, ChannelRecordSchema, ProductChannelSchema } from './channel-record.schema.ts';
import { ChannelFeedFileSchema, ChannelFeedPathSchema, PublishRequestSchema } from './publish.schema.ts';

const read = { scopes: ['channels:read'] } as const;
const write = { scopes: ['channels:write'] } as const;
const one = { resource: 'channel', pathParams: ChannelPathSchema } as const;

/** Endpoints of channels. */
export const channelsContract = {
  list: operation({
    ...read,
    id: 'channels.list',
    method: 'GET',
    path: '/channels',
    summary: 'List all channels',
    tools: [
      {
        name: 'list_channels',
        defaults: { fields: ['id', 'code', 'name', 'type', 'status', 'readiness', 'listings', 'lastPublishedAt'] },
      },
    ],
    description:
      'Each with the readiness and the listing states of its products. The statistics include every change whose response was sent before.',
    responses: { 200: listOf(ChannelSummarySchema) },
  }),
  create: operation({
    ...write,
    id: 'channels.create',
    method: 'POST',
    path: '/channels',
    summary: 'Create a channel',
    tools: { none: 'A channel needs credentials of its platform: people set it up in the console.' },
    description: `A mapping refers to column keys and attributes that exist. ${channelCountRule}`,
    idempotency: 'accepted',
    authorize: 'scopes',
    body: ChannelCreateSchema,
    bodyLimit: limits.channelBody,
    responses: { 201: dataOf(ChannelSchema) },
    errors: ['conflict'],
  }),
  get: operation({
    ...read,
    ...one,
    id: 'channels.get',
    method: 'GET',
    path: '/channels/:id',
    summary: 'Get a channel',
    tools: [
      {
        name: 'get_channel',
        defaults: {
          fields: ['id', 'code', 'name', 'type', 'platform', 'status', 'scope', 'mapping', 'settings', 'readiness'],
        },
      },
    ],
    description: 'With its configuration. Credentials are never returned.',
    responses: { 200: dataOf(ChannelSchema) },
  }),
  patch: operation({
    ...write,
    ...one,
    id: 'channels.patch',
    method: 'PATCH',
    path: '/channels/:id',
    summary: 'Change, pause or resume a channel',
    tools: { none: 'It changes what a shop sells, and may hold credentials: people do it in the console.' },
    description:
      'Scope, mapping and settings are replaced as a whole. Readiness follows: at once for small channels, in the background for large ones.',
    body: ChannelPatchSchema,
    bodyLimit: limits.channelBody,
    responses: { 200: dataOf(ChannelSchema) },
  }),
  delete: operation({
    ...write,
    ...one,
    id: 'channels.delete',
    method: 'DELETE',
    path: '/channels/:id',
    summary: 'Delete a channel',
    tools: { none: 'It deletes its records and its feed too: left to people.' },
    description:
      'Deletes its records and its feed too. Products listed on the platform stay there: unpublish them first.',
    responses: { 204: c.noBody() },
  }),
  products: operation({
    ...read,
    ...one,
    id: 'channels.products',
    method: 'GET',
    path: '/channels/:id/products',
    summary: 'List the products of a channel in SKU order',
    tools: [
      {
        name: 'list_channel_products',
        description: 'The products of a channel with their readiness, issues, mapped values and listing state.',
        defaults: { limit: 20, fields: ['sku', 'ready', 'issues', 'listing'] },
      },
    ],
    description: 'Mapped values, issues, payload and listing of each product in scope.',
    query: ChannelProductsQuerySchema,
    responses: { 200: pageOf(ChannelRecordSchema) },
  }),
  publish: operation({
    ...write,
    ...one,
    id: 'channels.publish',
    method: 'POST',
    path: '/channels/:id/publish',
    summary: 'Publish the products of a channel',
    tools: [
      {
        name: 'publish_channel',
        description:
          'Publish products to a channel. It runs in the background: get_job returns the outcome. Ask the user first.',
        defaults: { fields: ['jobId', 'status'] },
        destructive: true,
      },
    ],
    description: [
      'Returns the job that does it; without a body every product in scope is published. A feed is rewritten as a whole: it contains the published products that are ready.',
      'Publishing everything also withdraws what has left the scope. Publications of a workspace run one after the other. A paused channel returns 409.',
      'The job’s `result` is a PublishResult, and `channel.publish.completed` tells it.',
    ].join(' '),
    idempotency: 'accepted',
    body: PublishRequestSchema,
    bodyLimit: limits.publishBody,
    responses: { 202: dataOf(JobSchema) },
    errors: ['conflict'],
  }),
  rotateFeed: operation({
    ...write,
    ...one,
    id: 'channels.rotateFeed',
    method: 'POST',
    path: '/channels/:id/rotate-feed',
    summary: 'Give the feed of a channel a new address',
    tools: { none: 'The new address of a feed is a secret that a platform has to be given by people.' },
    description: 'The old address returns 404 immediately. A channel without a feed returns 409.',
    idempotency: 'accepted',
    authorize: 'scopes',
    body: c.noBody(),
    responses: { 200: dataOf(ChannelSchema) },
    errors: ['conflict'],
  }),
  feed: operation({
    id: 'channels.feed',
    method: 'GET',
    path: '/channel-feeds/:token',
    summary: 'Fetch the feed of a channel',
    tools: { none: 'The response is a file for a platform, and its address is the secret.' },
    description:
      'The file that was published last, in the format of the channel. Its address is `feed.url` of the channel and needs no key. It supports Range; send If-None-Match or If-Modified-Since to check for a new one.',
    auth: 'none',
    resource: 'channelFeed',
    ranges: true,
    pathParams: ChannelFeedPathSchema,
    responses: { 200: ChannelFeedFileSchema },
  }),
  ofProduct: operation({
    id: 'channels.ofProduct',
    method: 'GET',
    path: '/products/:idOrSku/channels',
    summary: 'Show the state of a product on the active channels',
    tools: [{ name: 'list_product_channels' }],
    description: 'One row for each active channel whose scope the product is in.',
    scopes: ['products:read', 'channels:read'],
    resource: 'product',
    pathParams: ProductPathSchema,
    responses: { 200: listOf(ProductChannelSchema) },
  }),
};
