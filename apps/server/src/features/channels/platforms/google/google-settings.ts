import type { ChannelSettings } from '@product-content/contract';

export type GoogleSettings = ChannelSettings<'google_merchant'>;
