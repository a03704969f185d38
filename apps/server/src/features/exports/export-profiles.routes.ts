import { FileBody, type Handlers } from '@contract-kit/middleware';
import { apiPrefix, type contract } from '@product-content/contract';
import { encodeSuffix, type RouteContext } from '../../kernel/index.ts';
import type { FeedsService } from './feeds/feeds.service.ts';
import { contentTypeOf, tallyHeaders } from './file-headers.ts';
import type { ExportProfilesService } from './profiles/export-profiles.service.ts';
import { toFileName } from './requests/file-name.ts';

export interface ExportProfilesRoutesOptions {
  readonly profiles: ExportProfilesService;
  readonly feeds: FeedsService;
}

/** Handlers of the export profiles part of the contract. */
export function createExportProfilesRoutes({
  profiles,
  feeds,
}: ExportProfilesRoutesOptions): Handlers<(typeof contract)['exportProfiles'], RouteContext> {
  return {
    list: async ({ context }) => ({ status: 200, body: { data: await profiles.list(context.ctx) } }),
    create: async ({ body, context }) => {
      const data = await profiles.create(context.ctx, body);
      return { status: 201, headers: { Location: `${apiPrefix}/export-profiles/${data.id}` }, body: { data } };
    },
    get: async ({ params, context }) => ({ status: 200, body: { data: await profiles.get(context.ctx, params.id) } }),
    patch: async ({ params, body, context }) => {
      return { status: 200, body: { data: await profiles.patch(context.ctx, params.id, body) } };
    },
    delete: async ({ params, context }) => {
      await profiles.delete(context.ctx, params.id);
      return { status: 204 };
    },
    rotateFeeds: async ({ params, context }) => {
      return { status: 200, body: { data: await profiles.rotateFeeds(context.ctx, params.id) } };
    },
    feed: async ({ params }) => {
      const feed = await feeds.make(params.feed);
      const { fileId, size, generatedAt } = feed.file;
      const body = new FileBody({
        mediaType: contentTypeOf(feed.format),
        size,
        entityTag: { value: encodeSuffix(fileId), weak: false },
        modifiedAt: generatedAt,
        fileName: toFileName(feed.name, feed.format),
        // A workbook is already compressed.
        compress: feed.format !== 'xlsx',
        open: (range) => feeds.read(feed, range),
      });
      return { status: 200, headers: tallyHeaders(feed.file), body };
    },
  };
}
