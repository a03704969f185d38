export { selectFeedFiles } from './channel.sql.ts';
export { type Channels, createChannels } from './create-channels.ts';
export * from './platforms/platform.ts';
