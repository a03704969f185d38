export * from './file-body.ts';
export { sendFile } from './send-file.ts';
