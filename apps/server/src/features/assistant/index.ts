export { assistant } from './assistant.ts';
