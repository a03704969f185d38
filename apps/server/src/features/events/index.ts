export { EventFeed } from './event-feed.ts';
