export { type Channels, createChannels } from './create-channels.ts';
export * from './platforms/platform.ts';
