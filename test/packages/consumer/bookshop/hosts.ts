import { createApi } from '@contract-kit/middleware';
import { mountContract } from '@contract-kit/middleware/express';
import { createFetchHandler } from '@contract-kit/middleware/fetch';
import express, { type Express } from 'express';
import { Hono } from 'hono';
import { type BookshopOptions, bookshopOptions } from './api.ts';

export function createExpressApp(options: BookshopOptions): Express {
  const app = express();
  mountContract({ app, ...bookshopOptions(options) });
  return app;
}

export function createHonoApp(options: BookshopOptions): Hono {
  const fetch = createFetchHandler(createApi(bookshopOptions(options)));
  return new Hono().all('*', (c) => fetch(c.req.raw));
}
