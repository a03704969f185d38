export type { CommandHost } from './command-host.ts';
export { createCommand } from './create-command.ts';
