/** The purpose of a channel for its owner. The platform decides how it works. */
export const channelTypes = ['marketplace', 'shop', 'feed'] as const;

/** How products reach a channel: in a file that others fetch, or in requests to another service. */
export const channelPlatforms = ['google_merchant', 'csv_feed', 'json_feed', 'http'] as const;

/** A paused channel is not published; its readiness is kept current. */
export const channelStatuses = ['active', 'paused'] as const;

/** The state of a product on a channel. */
export const listingStatuses = [
  'not_listed',
  'queued',
  'submitted',
  'listed',
  'outdated',
  'rejected',
  'delisted',
] as const;

/** Possible problems of a product on a channel. */
export const channelIssueCodes = [
  'MISSING_ATTRIBUTE',
  'INVALID_ATTRIBUTE',
  'MISSING_IMAGE',
  'MISSING_PRICE',
  'INVALID_GTIN',
  'TEXT_TOO_LONG',
  'STATUS_NOT_APPROVED',
] as const;

/** An `error` keeps a product from being ready. */
export const issueSeverities = ['error', 'warning'] as const;

/** Transformations of a value that take no argument. */
export const plainTransforms = [
  'stripHtml',
  'lowercase',
  'uppercase',
  'label',
  'categoryPath',
  'first',
  'rest',
] as const;

export type ChannelType = (typeof channelTypes)[number];
export type ChannelPlatform = (typeof channelPlatforms)[number];
export type ChannelStatus = (typeof channelStatuses)[number];
export type ListingStatus = (typeof listingStatuses)[number];
export type ChannelIssueCode = (typeof channelIssueCodes)[number];
export type IssueSeverity = (typeof issueSeverities)[number];
