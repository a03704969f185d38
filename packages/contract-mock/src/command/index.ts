export { type CommandHost, createCommand } from './create-command.ts';
