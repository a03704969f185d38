import type { Channel, ChannelSummary } from '@product-content/contract';
import { encodeId } from '../../kernel/index.ts';
import type { ChannelRow } from './channel.entity.ts';
import type { Platform } from './platforms/platform.ts';
import { mappingOf } from './records/channel-plan.ts';

/** A channel with the statistics of its records. */
export function toChannelSummary(row: ChannelRow): ChannelSummary {
  const { code, name, type, platform, status, locale, currency } = row;
  const { total, ready, withWarnings, listed, pending, outdated, rejected } = row;
  const notListed = total - listed - pending - outdated - rejected;
  return {
    id: encodeId('channel', row.id),
    code,
    name,
    type,
    platform,
    status,
    locale,
    currency,
    readiness: { total, ready, withWarnings, withErrors: total - ready },
    listings: { listed, pending, outdated, rejected, notListed },
    refreshing: row.refreshAfter !== null,
    lastPublishedAt: row.lastPublishedAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}

/** A channel with its configuration, but never its credentials. */
export function toChannel(row: ChannelRow, platform: Platform, feedUrl: string): Channel {
  return {
    ...toChannelSummary(row),
    scope: row.scope,
    mapping: [...mappingOf(row, platform)],
    settings: row.settings,
    feed: platform.delivery.kind === 'feed' ? toFeed(row, platform.delivery.format(row.settings).name, feedUrl) : null,
    credentials: {
      configured: row.credentials !== null,
      updatedAt: row.credentialsUpdatedAt?.toISOString() ?? null,
    },
  };
}

function toFeed({ feedItems, feedGeneratedAt }: ChannelRow, format: string, url: string): NonNullable<Channel['feed']> {
  return { url, format, itemCount: feedItems, generatedAt: feedGeneratedAt?.toISOString() ?? null };
}
