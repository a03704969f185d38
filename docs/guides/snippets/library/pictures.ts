import { createReadStream } from 'node:fs';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { BytesSchema, dataOf, fileOf, filePart, operation } from '@contract-kit/http-spec/zod';
import {
  type ApiKeyAuthenticator,
  createMemoryRateLimitStore,
  createMultipartReader,
  createUploadFolder,
  FileBody,
  type Handlers,
  notFound,
} from '@contract-kit/middleware';
import { mountContract } from '@contract-kit/middleware/express';
import { initContract } from '@ts-rest/core';
import express, { type Express } from 'express';
import { z } from 'zod';

export const contract = initContract().router({
  upload: operation({
    id: 'pictures.upload',
    method: 'POST',
    path: '/pictures',
    summary: 'Keep a picture',
    fileLimit: 5 * 1024 * 1024,
    body: z.strictObject({ file: filePart({ mediaTypes: ['image/*'] }), title: z.string().max(100).optional() }),
    responses: { 201: dataOf(z.object({ sha256: z.string(), size: z.int() })) },
  }),
  download: operation({
    id: 'pictures.download',
    method: 'GET',
    path: '/pictures/:sha256',
    summary: 'Get a picture, whole or in part',
    resource: 'picture',
    pathParams: z.object({ sha256: z.string() }),
    ranges: true,
    responses: { 200: fileOf({ 'image/*': BytesSchema }) },
  }),
});

interface Picture {
  readonly mediaType: string;
  readonly size: number;
  readonly title: string;
}

export function createHandlers(folder: string, pictures = new Map<string, Picture>()): Handlers<typeof contract> {
  return {
    upload: async ({ body: { file, title = file.fileName ?? 'picture' } }) => {
      const { key, sha256, size, mediaType } = file;
      await rename(key, join(folder, sha256));
      pictures.set(sha256, { mediaType, size, title });
      return { status: 201, headers: { Location: `/pictures/${sha256}` }, body: { data: { sha256, size } } };
    },

    download: async ({ params: { sha256 } }) => {
      const picture = pictures.get(sha256);
      if (picture === undefined) throw notFound('picture');
      const body = new FileBody({
        mediaType: picture.mediaType,
        size: picture.size,
        fileName: picture.title,
        entityTag: { value: sha256, weak: false },
        open: (range) => createReadStream(join(folder, sha256), range),
      });
      return { status: 200, body };
    },
  };
}

/** @param folder where pictures are kept; uploads wait beside them, on the same disk. */
export function createPictureServer(folder: string, authenticator: ApiKeyAuthenticator): Express {
  const app = express();
  const standard = { name: 'standard', limit: 60, windowMs: 60_000 };
  const receiver = createUploadFolder(join(folder, 'incoming'));
  mountContract({
    app,
    contract,
    handlers: createHandlers(folder),
    auth: { apiKey: authenticator },
    rateLimit: { store: createMemoryRateLimitStore(), policies: { standard }, addressPolicy: standard },
    body: { readers: { 'multipart/form-data': createMultipartReader({ receiver }) } },
    validateResponses: true,
  });
  return app;
}
