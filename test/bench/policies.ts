import type { IncomingMessage, ServerResponse } from 'node:http';
import process from 'node:process';
import { Readable } from 'node:stream';
import { formatEntityTag } from '@contract-kit/http-spec';
import { dataOf, operation } from '@contract-kit/http-spec/zod';
import {
  type ApiOptions,
  createApi,
  createApiKey,
  createAuthenticator,
  createIdempotency,
  createMemoryApiKeyStore,
  createMemoryIdempotencyStore,
  createMemoryRateLimitStore,
  type Observer,
  type RateLimitStore,
} from '@contract-kit/middleware';
import { createNodeListener } from '@contract-kit/middleware/node';
import { initContract } from '@ts-rest/core';
import { z } from 'zod';
import { type Benchmark, interleave, type Row, type Scale } from './benchmark.ts';

const ThingSchema = z.strictObject({
  id: z.string(),
  name: z.string().min(1).max(200),
  status: z.enum(['draft', 'active']),
  price: z.number().nonnegative(),
  tags: z.array(z.string().max(50)).max(20),
  updatedAt: z.iso.datetime(),
});
const thing: z.infer<typeof ThingSchema> = {
  id: 't1',
  name: 'A thing',
  status: 'active',
  price: 12.5,
  tags: ['blue', 'small'],
  updatedAt: '2026-01-01T00:00:00.000Z',
};
const QuerySchema = z.strictObject({
  q: z.string().max(200).optional(),
  status: z.enum(['draft', 'active']).optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
});

const one = {
  resource: 'thing',
  pathParams: z.object({ id: z.string() }),
  responses: { 200: dataOf(ThingSchema) },
} as const;
const get = { ...one, method: 'GET', summary: 'Get a thing' } as const;
const post = { ...one, method: 'POST', summary: 'Change a thing' } as const;

const contract = initContract().router({
  get: operation({ ...get, id: 'get', path: '/plain/:id', auth: 'none' }),
  getKeyed: operation({ ...get, id: 'getKeyed', path: '/keyed/:id', scopes: ['read'] }),
  getTagged: operation({ ...get, id: 'getTagged', path: '/tagged/:id', auth: 'none', entityTag: 'read' }),
  getQueried: operation({ ...get, id: 'getQueried', path: '/queried/:id', auth: 'none', query: QuerySchema }),
  post: operation({ ...post, id: 'post', path: '/plain/:id', auth: 'none', body: z.unknown() }),
  postValidated: operation({ ...post, id: 'postValidated', path: '/validated/:id', auth: 'none', body: ThingSchema }),
  postKeyed: operation({ ...post, id: 'postKeyed', path: '/keyed/:id', scopes: ['read'], body: z.unknown() }),
  postOnce: operation({
    ...post,
    id: 'postOnce',
    path: '/once/:id',
    scopes: ['read'],
    idempotency: 'accepted',
    body: z.unknown(),
  }),
});

const limit = { name: 'standard', limit: 1_000_000, windowMs: 100 };
const unlimited = { admitted: true, limit: limit.limit, remaining: limit.limit, resetMs: limit.windowMs };
/** Counts nothing, so that what is left of a limit is its header fields. */
const countsNothing: RateLimitStore = {
  take: () => unlimited,
  takeAll: (_subject, policies) => policies.map(() => unlimited),
};
const listens: Observer = {
  onRequest: () => undefined,
  onCount: () => undefined,
  onStage: () => undefined,
  onResponse: () => undefined,
  around: (_request, serve) => serve(),
};

type Request = Pick<IncomingMessage, 'method' | 'url' | 'headers'>;
type Serve = (request: Request) => Promise<void>;

const json = JSON.stringify(thing);
const toGet = (url: string, headers: IncomingMessage['headers'] = {}): Request => ({ method: 'GET', url, headers });
const toPost = (url: string, headers: IncomingMessage['headers'] = {}): Request => ({
  method: 'POST',
  url,
  headers: { 'content-type': 'application/json', 'content-length': String(json.length), ...headers },
});

/**
 * What each policy costs: requests with it beside requests without it, in CPU time of one process. There is no socket
 * and no database: stores are in memory, and handlers return a constant.
 */
export const policies: Benchmark = {
  name: 'policies',
  async measure(scale) {
    const { key, hash } = createApiKey({ prefix: 'bench', id: 'k1' });
    const keys = createMemoryApiKeyStore();
    const dates = { createdAt: new Date(0), expiresAt: null, revokedAt: null };
    keys.put({ id: 'k1', tenantId: 'acme', name: 'k1', scopes: ['read'], hash, ...dates });
    const auth = { apiKey: createAuthenticator({ prefix: 'bench', store: keys }) };
    const bare = createServe({ auth, store: countsNothing });
    const authorization = `Bearer ${key}`;
    let sent = 0;
    const plain = () => bare(toGet('/plain/t1'));
    const compare = (work: string, withPolicy: () => Promise<void>, without = plain) =>
      comparePair(scale, work, without, withPolicy);
    const limited = createServe({ auth });
    const observed = createServe({ auth, store: countsNothing, observer: listens });
    const trusting = createServe({ auth, store: countsNothing, responses: 'trust' });
    const plainPost = () => bare(toPost('/plain/t1'));
    const keyedPost = () => bare(toPost('/keyed/t1', { authorization }));
    return [
      await compare('API key', () => bare(toGet('/keyed/t1', { authorization }))),
      await compare('rate limit in memory', () => limited(toGet('/plain/t1'))),
      await compare('entity tag, If-None-Match', () => bare(toGet('/tagged/t1', { 'if-none-match': '"t1.0"' }))),
      await compare('query of three fields', () => bare(toGet('/queried/t1?q=a&status=draft&limit=20'))),
      await compare('observer of everything', () => observed(toGet('/plain/t1'))),
      await compare('response held to its schema', plain, () => trusting(toGet('/plain/t1'))),
      await compare('JSON body', plainPost),
      await compare('body of six fields, validated', () => bare(toPost('/validated/t1')), plainPost),
      await compare(
        'Idempotency-Key in memory',
        () => bare(toPost('/once/t1', { authorization, 'idempotency-key': `key-${sent++}` })),
        keyedPost,
      ),
    ];
  },
};

type Variant = Pick<ApiOptions<typeof contract>, 'auth' | 'observer' | 'responses'> & {
  readonly store?: RateLimitStore;
};

function createServe({ store = createMemoryRateLimitStore(), ...variant }: Variant): Serve {
  const read = async () => ({
    status: 200 as const,
    headers: { ETag: formatEntityTag('t1.1') },
    body: { data: thing },
  });
  const api = createApi<typeof contract>({
    ...variant,
    contract,
    handlers: {
      get: read,
      getKeyed: read,
      getTagged: read,
      getQueried: read,
      post: read,
      postValidated: read,
      postKeyed: read,
      postOnce: read,
    },
    rateLimit: { store, policies: { standard: limit }, addressPolicy: limit },
    lookups: { thing: async () => ({ entityTag: { value: 't1.1', weak: false } }) },
    idempotency: createIdempotency({ store: createMemoryIdempotencyStore() }),
  });
  const listener = createNodeListener(api);
  return (request) =>
    new Promise((resolve, reject) => {
      const req = toIncoming(request) as IncomingMessage;
      listener(req, new Response(resolve, reject) as unknown as ServerResponse);
    });
}

/** As much of a request as the adapter reads. */
function toIncoming({ method, url, headers }: Request): object {
  const parts = { method, url, headers, headersDistinct: {}, socket: { remoteAddress: '127.0.0.1' } };
  return method === 'GET' ? parts : Object.assign(Readable.from([Buffer.from(json)]), parts);
}

/** As much of a response as the adapter writes. */
class Response {
  statusCode = 0;
  readonly headersSent = false;
  readonly closed = false;
  readonly #resolve: () => void;
  readonly #reject: (error: Error) => void;

  constructor(resolve: () => void, reject: (error: Error) => void) {
    this.#resolve = resolve;
    this.#reject = reject;
  }

  setHeader(): void {}

  writeHead(status: number): this {
    this.statusCode = status;
    return this;
  }

  getHeaderNames(): string[] {
    return [];
  }

  once(): void {}

  end(): void {
    if (this.statusCode === 200) this.#resolve();
    else this.#reject(new Error(`A request got ${this.statusCode}.`));
  }

  destroy(): void {
    this.#reject(new Error('A response could not be written.'));
  }
}

async function comparePair(
  scale: Scale,
  work: string,
  without: () => Promise<void>,
  withPolicy: () => Promise<void>,
): Promise<Row> {
  const count = scale.pick(20_000, 20);
  const measure = (request: () => Promise<void>) => async () => {
    const before = process.cpuUsage();
    for (let index = 0; index < count; index += 1) await request();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / count;
  };
  const figures = await interleave(scale.pick(9, 1), { floor: measure(without), ours: measure(withPolicy) });
  const share = Math.round(100 * (1 - figures.floor / figures.ours));
  return { work, unit: 'µs', ...figures, note: `${share} % of the request` };
}
