import type { ChannelCredentials, ChannelPlatform, ChannelSettings } from '@product-content/contract';
import { csvFeed } from './csv-feed.ts';
import { googleMerchant } from './google-merchant.ts';
import { createHttpPlatform } from './http-platform.ts';
import { jsonFeed } from './json-feed.ts';
import type { Platform } from './platform.ts';
import type { PostJson } from './post-json.ts';

/** The platform for each name in the contract. */
export type Platforms = {
  readonly [Name in ChannelPlatform]: Platform<ChannelSettings<Name>, ChannelCredentials<Name>>;
};

/** Every platform. Omitting one that the contract names is a compile error. */
export function createPlatforms({ post }: { readonly post: PostJson }): Platforms {
  return {
    google_merchant: googleMerchant,
    csv_feed: csvFeed,
    json_feed: jsonFeed,
    http: createHttpPlatform(post),
  };
}
