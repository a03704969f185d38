export * from './multipart-reader.ts';
export * from './upload-folder.ts';
export * from './upload-receiver.ts';
