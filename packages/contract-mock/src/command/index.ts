export { createCommand } from './create-command.ts';
