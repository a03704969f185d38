import { type Handlers, preRendered } from '@contract-kit/middleware';
import { apiPrefix, type contract } from '@product-content/contract';
import type { RouteContext } from '../../kernel/index.ts';
import type { ChannelsService } from './channels.service.ts';
import type { FeedReader } from './publishing/feed-reader.ts';
import type { PublicationsService } from './publishing/publications.service.ts';
import type { RecordReader } from './records/record-reader.ts';

export interface ChannelsRoutesOptions {
  readonly channels: ChannelsService;
  readonly records: RecordReader;
  readonly publications: PublicationsService;
  readonly feeds: FeedReader;
}

/** Handlers of the channels part of the contract. */
export function createChannelsRoutes({
  channels,
  records,
  publications,
  feeds,
}: ChannelsRoutesOptions): Handlers<(typeof contract)['channels'], RouteContext> {
  return {
    list: async ({ context }) => ({ status: 200, body: { data: await channels.list(context.ctx) } }),
    create: async ({ body, context }) => {
      const data = await channels.create(context.ctx, body);
      return { status: 201, headers: { Location: `${apiPrefix}/channels/${data.id}` }, body: { data } };
    },
    get: async ({ params, context }) => ({ status: 200, body: { data: await channels.get(context.ctx, params.id) } }),
    patch: async ({ params, body, context }) => {
      return { status: 200, body: { data: await channels.patch(context.ctx, params.id, body) } };
    },
    delete: async ({ params, context }) => {
      await channels.delete(context.ctx, params.id);
      return { status: 204 };
    },
    products: async ({ params, query, context }) => {
      return { status: 200, body: preRendered(await records.list(context.ctx, params.id, query)) };
    },
    publish: async ({ params, body, context }) => {
      return { status: 202, body: { data: await publications.publish(context.ctx, params.id, body) } };
    },
    rotateFeed: async ({ params, context }) => {
      return { status: 200, body: { data: await channels.rotateFeed(context.ctx, params.id) } };
    },
    feed: async ({ params }) => ({ status: 200, body: await feeds.get(params.token) }),
    ofProduct: async ({ params, context }) => {
      return { status: 200, body: { data: await records.ofProduct(context.ctx, params.idOrSku) } };
    },
  };
}
