import { randomUUID } from 'node:crypto';
import { createClient } from '@contract-kit/client';
import { dataOf, operation } from '@contract-kit/http-spec/zod';
import {
  type ApiKeyStore,
  createAuthenticator,
  createIdempotency,
  createMemoryIdempotencyStore,
  createMemoryRateLimitStore,
  type Handlers,
  notFound,
} from '@contract-kit/middleware';
import { mountContract } from '@contract-kit/middleware/express';
import { initContract } from '@ts-rest/core';
import express, { type Express } from 'express';
import { z } from 'zod';

const NewBookSchema = z.strictObject({ title: z.string().min(1).max(200), price: z.number().positive() });
const BookSchema = NewBookSchema.extend({ id: z.string() });
type Book = z.infer<typeof BookSchema>;

export const contract = initContract().router({
  addBook: operation({
    id: 'books.add',
    method: 'POST',
    path: '/books',
    summary: 'Add a book',
    scopes: ['books:write'], // 401 without a key, 403 without this scope
    idempotency: 'accepted', // the same Idempotency-Key again: the same response, and no second book
    body: NewBookSchema, // 422 that names each wrong field
    responses: { 201: dataOf(BookSchema) },
  }),
  getBook: operation({
    id: 'books.get',
    method: 'GET',
    path: '/books/:id',
    summary: 'Get a book',
    resource: 'book', // 404
    pathParams: z.object({ id: z.string() }),
    responses: { 200: dataOf(BookSchema) },
  }),
});

const books = new Map<string, Book>();

const handlers: Handlers<typeof contract> = {
  addBook: async ({ body }) => {
    const book: Book = { id: randomUUID(), ...body };
    books.set(book.id, book);
    return { status: 201, headers: { Location: `/books/${book.id}` }, body: { data: book } };
  },
  getBook: async ({ params }) => {
    const book = books.get(params.id);
    if (book === undefined) throw notFound('book');
    return { status: 200, body: { data: book } };
  },
};

export function createBookshop(keys: ApiKeyStore): Express {
  const app = express();
  mountContract({
    app,
    contract,
    handlers,
    auth: { apiKey: createAuthenticator({ prefix: 'shop', store: keys }) },
    rateLimit: {
      store: createMemoryRateLimitStore(),
      policies: { standard: { name: 'standard', limit: 600, windowMs: 60_000 } },
      addressPolicy: { name: 'address', limit: 60, windowMs: 60_000 },
    },
    idempotency: createIdempotency({ store: createMemoryIdempotencyStore() }),
  });
  return app;
}

export async function addDune(baseUrl: string, apiKey: string): Promise<Book> {
  const client = createClient(contract, { baseUrl, apiKey });
  const { body } = await client.addBook({ body: { title: 'Dune', price: 9.5 } });
  return body.data;
}
