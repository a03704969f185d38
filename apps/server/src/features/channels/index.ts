export { createChannelLookup } from './channel-lookup.ts';
export { ChannelsRepository } from './definition/channels.repository.ts';
export { ChannelsService, type ChannelsServiceOptions } from './definition/channels.service.ts';
export { createPostJson } from './platforms/http/post-json.ts';
export * from './platforms/platform.ts';
export { createPlatforms, type Platforms } from './platforms/platforms.ts';
export { RecordReader } from './records/record-reader.ts';
export { RecordRefresher } from './records/record-refresher.ts';
