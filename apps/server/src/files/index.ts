export { assertFileKey } from './file-key.ts';
export * from './file-store.ts';
export { createFolderFileStore } from './folder/folder-file-store.ts';
export { createUploadReceiver } from './upload-receiver.ts';
export { newUploadKey, sweepUploads } from './uploads.ts';
