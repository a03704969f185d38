import { apiKeyScheme } from '@contract-kit/http-spec';
import {
  BytesSchema,
  dataOf,
  defineOperations,
  fileOf,
  filePart,
  pageOf,
  pageQuery,
} from '@contract-kit/http-spec/zod';
import { initContract } from '@ts-rest/core';
import { z } from 'zod';

export const { operation, apiError, vocabulary } = defineOperations({
  authSchemes: { apiKey: apiKeyScheme, jwt: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
  limits: { standard: { limit: 100_000, windowMs: 60_000 } },
  scopes: { 'books:write': 'Add books and covers.', 'orders:write': 'Order books.' },
  errors: {
    payment_required: {
      status: 402,
      meaning: 'The balance does not cover the price.',
      retry: 'never',
      stored: true,
      details: z.object({ missing: z.number() }).meta({ examples: [{ missing: 5 }] }),
    },
  },
});

const c = initContract();
const anyone = ['apiKey', 'jwt'] as const;
const pathParams = z.object({ id: z.string() });

export const NewBookSchema = z.strictObject({ title: z.string().min(1).max(200), price: z.number().min(0).max(1000) });
export const BookSchema = NewBookSchema.extend({ id: z.string() }).meta({ id: 'Book' });
export const OrderSchema = z.object({ id: z.string(), bookId: z.string(), price: z.number() }).meta({ id: 'Order' });
export const ReportSchema = z
  .object({ id: z.string(), status: z.enum(['running', 'done']), orders: z.int().nullable() })
  .meta({ id: 'Report' });

export const contract = c.router({
  books: c.router({
    list: operation({
      id: 'books.list',
      method: 'GET',
      path: '/books',
      summary: 'List books',
      auth: anyone,
      query: z.strictObject(pageQuery()).omit({ cursor: true }),
      responses: { 200: pageOf(BookSchema) },
    }),
    add: operation({
      id: 'books.add',
      method: 'POST',
      path: '/books',
      summary: 'Add a book',
      auth: anyone,
      scopes: ['books:write'],
      idempotency: 'accepted',
      body: NewBookSchema.meta({ examples: [{ title: 'Dune', price: 5 }] }),
      responses: { 201: dataOf(BookSchema) },
    }),
    get: operation({
      id: 'books.get',
      method: 'GET',
      path: '/books/:id',
      summary: 'Get a book',
      auth: anyone,
      resource: 'book',
      entityTag: 'read',
      pathParams,
      responses: { 200: dataOf(BookSchema) },
    }),
  }),
  covers: c.router({
    add: operation({
      id: 'covers.add',
      method: 'POST',
      path: '/covers',
      summary: 'Upload a cover',
      auth: anyone,
      scopes: ['books:write'],
      fileLimit: 1024 * 1024,
      body: z.strictObject({ file: filePart({ mediaTypes: ['image/*'] }) }),
      responses: { 201: dataOf(z.object({ id: z.string(), size: z.int() })) },
    }),
    get: operation({
      id: 'covers.get',
      method: 'GET',
      path: '/covers/:id',
      summary: 'Download a cover, whole or in part',
      auth: anyone,
      resource: 'cover',
      pathParams,
      ranges: true,
      responses: { 200: fileOf({ 'image/*': BytesSchema }) },
    }),
  }),
  orders: c.router({
    create: operation({
      id: 'orders.create',
      method: 'POST',
      path: '/orders',
      summary: 'Order a book; the subscriber hears of it',
      auth: anyone,
      scopes: ['orders:write'],
      idempotency: 'accepted',
      body: z.strictObject({ bookId: z.string().min(1) }),
      responses: { 201: dataOf(OrderSchema) },
      errors: ['payment_required'],
    }),
    follow: operation({
      id: 'orders.follow',
      method: 'GET',
      path: '/orders/events',
      summary: 'Follow orders, from Last-Event-ID on',
      auth: anyone,
      responses: { 200: c.otherResponse({ contentType: 'text/event-stream', body: z.string() }) },
    }),
  }),
  reports: c.router({
    start: operation({
      id: 'reports.start',
      method: 'POST',
      path: '/reports',
      summary: 'Start a report of the orders',
      auth: anyone,
      idempotency: 'accepted',
      body: c.noBody(),
      responses: { 202: dataOf(ReportSchema) },
    }),
    get: operation({
      id: 'reports.get',
      method: 'GET',
      path: '/reports/:id',
      summary: 'Ask how far a report is',
      auth: anyone,
      resource: 'report',
      pathParams,
      responses: { 200: dataOf(ReportSchema) },
    }),
  }),
});
