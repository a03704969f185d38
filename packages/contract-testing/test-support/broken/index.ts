export type { BrokenServer } from './broken-server.ts';
export { brokenServers } from './broken-servers.ts';
