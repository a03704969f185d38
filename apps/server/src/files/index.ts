export * from './file-store.ts';
export { createFolderFileStore } from './folder-file-store.ts';
export { openFileStore } from './open-file-store.ts';
export { createResponseBodies, responseFolder } from './response-bodies.ts';
export { createUploadReceiver, newUploadKey, sweepUploads } from './uploads.ts';
