export { toEnvelope } from './event-envelope.ts';
export { EventFeed } from './event-feed.ts';
export type { EventRow } from './feed-statements.ts';
