export { createExports } from './create-exports.ts';
export { selectFeedFiles } from './feeds/feed.sql.ts';
