export type { FileLocation } from './file-location.ts';
export * from './file-store.ts';
export { createFolderFileStore } from './folder/folder-file-store.ts';
export { laterSecond } from './later-second.ts';
export { moveOnce } from './move-once.ts';
export { openFileStore } from './open-file-store.ts';
export { createResponseBodies } from './response-bodies.ts';
export { createUploadReceiver } from './upload-receiver.ts';
export { newUploadKey, sweepUploads } from './uploads.ts';
