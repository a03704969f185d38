import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { formatEntityTag, invalidFields, offsetOf, toPagination } from '@contract-kit/http-spec';
import {
  type ApiKeyCaller,
  type ApiKeyStore,
  type ApiOptions,
  createAuthenticator,
  createIdempotency,
  createMemoryIdempotencyStore,
  createMemoryRateLimitStore,
  createMultipartReader,
  createUploadFolder,
  FileBody,
  type Handlers,
  notFound,
} from '@contract-kit/middleware';
import { createJwtAuthenticator, type JwtAuthenticatorOptions, type JwtCaller } from '@contract-kit/middleware/jwt';
import { contract, vocabulary } from './contract.ts';
import { type Book, Shop, type Subscriber } from './shop.ts';

type AnyCaller = ApiKeyCaller | JwtCaller;

/** Each tenant has a shop of its own. */
type ShopOf = (caller: AnyCaller) => Shop;

/** Books do not change, so that the id is their tag. */
const tagOf = (id: string) => ({ value: id, weak: false });
const etagOf = ({ id }: Book) => ({ ETag: formatEntityTag(id) });

function found<T>(record: T | undefined, noun: string): T {
  if (record === undefined) throw notFound(noun);
  return record;
}

function createHandlers(shopOf: ShopOf, folder: string): Handlers<typeof contract, object, AnyCaller> {
  return {
    books: {
      list: async ({ query: { page = 1, limit }, context: { caller } }) => {
        const all = [...shopOf(caller).books.values()];
        const start = offsetOf({ page, limit });
        const pagination = toPagination({ page, limit }, all.length);
        return { status: 200, body: { data: all.slice(start, start + limit), pagination } };
      },
      add: async ({ body, context: { caller } }) => {
        const book: Book = { id: randomUUID(), ...body };
        shopOf(caller).books.set(book.id, book);
        return { status: 201, headers: { Location: `/books/${book.id}` }, body: { data: book } };
      },
      get: async ({ params: { id }, context: { caller } }) => {
        const book = found(shopOf(caller).books.get(id), 'book');
        return { status: 200, headers: etagOf(book), body: { data: book } };
      },
    },
    covers: {
      add: async ({ body: { file }, context: { caller } }) => {
        const id = randomUUID();
        const { size, mediaType } = file;
        await rename(file.key, join(folder, id));
        shopOf(caller).covers.set(id, { key: id, size, mediaType });
        return { status: 201, headers: { Location: `/covers/${id}` }, body: { data: { id, size } } };
      },
      get: async ({ params: { id }, context: { caller } }) => {
        const { key, mediaType, size } = found(shopOf(caller).covers.get(id), 'cover');
        const open = (range?: { start: number; end: number }) => createReadStream(join(folder, key), range);
        return { status: 200, body: new FileBody({ mediaType, size, fileName: id, entityTag: tagOf(id), open }) };
      },
    },
    orders: {
      create: async ({ body: { bookId }, context: { caller } }) => {
        const shop = shopOf(caller);
        const book = shop.books.get(bookId);
        if (book === undefined) throw invalidFields({ bookId: 'There is no such book.' });
        const order = shop.order(book);
        return { status: 201, headers: { Location: `/orders/${order.id}` }, body: { data: order } };
      },
      follow: async ({ context: { caller, request, signal } }) => {
        const events = shopOf(caller).follow(Number(request.headers['last-event-id']) || 0, signal);
        return { status: 200, body: events };
      },
    },
    reports: {
      start: async ({ context: { caller } }) => {
        const report = shopOf(caller).startReport();
        const headers = { Location: `/reports/${report.id}`, 'Retry-After': '1' };
        return { status: 202, headers, body: { data: report } };
      },
      get: async ({ params: { id }, context: { caller } }) => {
        return { status: 200, body: { data: found(shopOf(caller).reports.get(id), 'report') } };
      },
    },
  };
}

export interface BookshopOptions {
  readonly keys: ApiKeyStore;
  readonly tokenKeys: JwtAuthenticatorOptions['keys'];
  /** Where covers are kept. */
  readonly folder: string;
  /** Who hears of orders. */
  readonly subscriber: Subscriber | null;
  /** What a new tenant can spend. */
  readonly balance: number;
}

/** What every host of the bookshop is given. */
export function bookshopOptions(options: BookshopOptions): ApiOptions<typeof contract, object, AnyCaller> {
  const { keys, tokenKeys, folder, subscriber, balance } = options;
  const shops = new Map<string, Shop>();
  const shopOf = ({ tenantId }: { readonly tenantId: string }): Shop => {
    const shop = shops.get(tenantId) ?? new Shop(subscriber, balance);
    shops.set(tenantId, shop);
    return shop;
  };
  const receiver = createUploadFolder(join(folder, 'incoming'));
  return {
    contract,
    handlers: createHandlers(shopOf, folder),
    auth: {
      apiKey: createAuthenticator({ prefix: 'shop', store: keys }),
      jwt: createJwtAuthenticator({ keys: tokenKeys, issuer: 'https://id.example.com', audience: 'bookshop' }),
    },
    rateLimit: {
      store: createMemoryRateLimitStore(),
      policies: vocabulary.limits,
      addressPolicy: { name: 'address', limit: 100_000, windowMs: 60_000 },
    },
    lookups: {
      book: async ({ caller, params: { id = '' } }) => {
        return caller !== null && shopOf(caller).books.has(id) ? { entityTag: tagOf(id) } : null;
      },
    },
    idempotency: createIdempotency({ store: createMemoryIdempotencyStore() }),
    body: { readers: { 'multipart/form-data': createMultipartReader({ receiver }) } },
    validateResponses: true,
  };
}
