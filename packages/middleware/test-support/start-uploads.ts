import { mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ApiError } from '@contract-kit/http-spec';
import express from 'express';
import { onTestFinished } from 'vitest';
import { mountContract } from '../src/adapters/express.ts';
import {
  createApiKey,
  createAuthenticator,
  createClientErrorHandler,
  createIdempotency,
  createMemoryApiKeyStore,
  createMemoryIdempotencyStore,
  createMemoryRateLimitStore,
  createMultipartReader,
  createUploadFolder,
  type Handlers,
  type MultipartReaderOptions,
} from '../src/index.ts';
import { serve } from './serve.ts';
import { uploadContract } from './upload-contract.ts';

export type UploadServer = Awaited<ReturnType<typeof startUploads>>;

/** Serves the upload contract until the test ends, with its files in a separate folder. */
export async function startUploads(options: Partial<MultipartReaderOptions> = {}) {
  const root = await mkdtemp(join(tmpdir(), 'uploads-'));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  const [incoming, kept] = [join(root, 'incoming'), join(root, 'kept')];
  const { key, hash } = createApiKey({ prefix: 'up', id: 'k1' });
  const dates = { createdAt: new Date(0), expiresAt: null, revokedAt: null };
  const keys = createMemoryApiKeyStore([{ id: 'k1', tenantId: 't', name: 'k1', scopes: [], hash, ...dates }]);
  const errors: unknown[] = [];
  let calls = 0;

  const handlers: Handlers<typeof uploadContract> = {
    add: async ({ body }) => {
      calls += 1;
      if ('url' in body) return { status: 200, body: { data: { url: body.url } } };
      const { file, preview, altText = null, labels, onError } = body;
      if (onError !== undefined) throw new ApiError('conflict', onError);
      await rename(file.key, kept);
      const { fileName, mediaType, size, sha256 } = file;
      const data = {
        fileName,
        mediaType,
        size,
        sha256,
        altText,
        preview: preview !== undefined,
        ...(labels && { labels }),
      };
      return { status: 201, headers: { Location: '/files/kept' }, body: { data } };
    },
    note: async ({ body }) => ({ status: 200, body: { data: body } }),
  };

  const app = express();
  const standard = { name: 'standard', limit: 10_000, windowMs: 60_000 };
  mountContract({
    app,
    contract: uploadContract,
    handlers,
    auth: { apiKey: createAuthenticator({ prefix: 'up', store: keys }) },
    rateLimit: { store: createMemoryRateLimitStore(), policies: { standard }, addressPolicy: standard },
    body: {
      readers: { 'multipart/form-data': createMultipartReader({ receiver: createUploadFolder(incoming), ...options }) },
    },
    idempotency: createIdempotency({ store: createMemoryIdempotencyStore() }),
    logger: { error: (fields) => void errors.push(fields) },
    validateResponses: true,
  });
  const { url, port, server } = await serve(app);
  server.on('clientError', createClientErrorHandler());

  return {
    url,
    port,
    key,
    errors,
    calls: () => calls,
    /** Received files that no handler has moved. */
    waiting: () => readdir(incoming).catch(() => [] as string[]),
    /** The file the last handler kept. */
    readKept: () => readFile(kept),
    /** Sends a body; a FormData brings its own Content-Type. */
    async send(path: string, body: NonNullable<RequestInit['body']>, headers: Readonly<Record<string, string>> = {}) {
      const response = await fetch(url + path, { method: 'POST', body, headers: { 'x-api-key': key, ...headers } });
      const json = JSON.parse(await response.text());
      return { status: response.status, headers: response.headers, data: json.data, error: json.error };
    },
  };
}
