export { createEvents } from './create-events.ts';
export { toEnvelope } from './event-envelope.ts';
export type { EventRow } from './event-feed.sql.ts';
