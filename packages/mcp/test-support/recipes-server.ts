import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { formatEntityTag } from '@contract-kit/http-spec';
import {
  createApiKey,
  createAuthenticator,
  createIdempotency,
  createMemoryApiKeyStore,
  createMemoryIdempotencyStore,
  createMemoryRateLimitStore,
  type Logger,
  notFound,
} from '@contract-kit/middleware';
import { mountContract } from '@contract-kit/middleware/express';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import express from 'express';
import { onTestFinished } from 'vitest';
import { createMcpRoutes, type McpOptions } from '../src/index.ts';
import { type Recipe, recipesContract } from './recipes-contract.ts';

export interface RecipesServer {
  readonly url: string;
  readonly recipes: Map<string, Recipe>;
  /** The logged objects. */
  readonly logged: object[];
  createKey(scopes?: readonly string[]): string;
  /** A client of the official SDK. */
  connect(key: string, options?: ConstructorParameters<typeof Client>[1]): Promise<Client>;
}

const info = { name: 'recipes', title: 'Recipes', version: '1.2.3' };

/** Serves recipes, and their tools, until the test ends. */
export async function startRecipes(options: Partial<McpOptions> = {}, limit = 1000): Promise<RecipesServer> {
  const recipes = new Map<string, Recipe>();
  const logged: object[] = [];
  let issued = 0;
  const logger: Logger = { error: (fields) => void logged.push(fields) };
  const keys = createMemoryApiKeyStore();
  const find = (id: string): Recipe => {
    const recipe = recipes.get(id);
    if (recipe === undefined) throw notFound('recipe');
    return recipe;
  };
  const headersOf = ({ id, version }: Recipe) => ({ ETag: formatEntityTag(`${id}.${version}`) });
  const app = express();
  mountContract({
    app,
    basePath: '/v1',
    contract: recipesContract,
    logger,
    auth: { apiKey: createAuthenticator({ prefix: 'rcp', store: keys }) },
    rateLimit: {
      store: createMemoryRateLimitStore(),
      policies: { standard: { name: 'standard', limit, windowMs: 60_000 } },
      addressPolicy: { name: 'address', limit, windowMs: 60_000 },
    },
    idempotency: createIdempotency({ store: createMemoryIdempotencyStore() }),
    lookups: {
      recipe: async ({ params }) => {
        const recipe = recipes.get(params.id ?? '');
        return recipe ? { entityTag: { value: `${recipe.id}.${recipe.version}`, weak: false } } : null;
      },
    },
    handlers: {
      recipes: {
        list: async ({ query }) => {
          const wanted = [...recipes.values()].filter(
            ({ tags, minutes }) =>
              (query.tags ?? []).every((tag) => tags.includes(tag)) &&
              (query.quick !== 'true' || (minutes ?? 99) <= 20),
          );
          const data = wanted.slice(0, query.limit);
          const hasMore = data.length < wanted.length;
          const totalPages = Math.ceil(wanted.length / query.limit);
          const pagination = {
            page: 1,
            limit: query.limit,
            total: wanted.length,
            totalPages,
            hasMore,
            nextCursor: null,
          };
          return { status: 200, body: { data, pagination } };
        },
        get: async ({ params }) => {
          const recipe = find(params.id);
          return { status: 200, headers: headersOf(recipe), body: { data: recipe } };
        },
        create: async ({ body }) => {
          const recipe = { id: `r${recipes.size + 1}`, version: 1, ...body };
          recipes.set(recipe.id, recipe);
          return {
            status: 201,
            headers: { ...headersOf(recipe), Location: `/recipes/${recipe.id}` },
            body: { data: recipe },
          };
        },
        patch: async ({ params, body }) => {
          const before = find(params.id);
          const recipe = { ...before, ...body, version: before.version + 1 } as Recipe;
          recipes.set(recipe.id, recipe);
          return { status: 200, headers: headersOf(recipe), body: { data: recipe } };
        },
        remove: async ({ params }) => {
          recipes.delete(find(params.id).id);
          return { status: 204 };
        },
        break: async () => {
          throw new Error('secret detail');
        },
      },
    },
    extraRoutes: createMcpRoutes({ contract: recipesContract, info, logger, ...options }),
  });
  const server = await listen(createServer(app));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  return {
    url,
    recipes,
    logged,
    createKey(scopes = ['recipes:read', 'recipes:write']) {
      issued += 1;
      const id = `k${issued}`;
      const { key, hash } = createApiKey({ prefix: 'rcp', id });
      keys.put({ id, tenantId: 't', name: id, scopes, hash, createdAt: new Date(0), expiresAt: null, revokedAt: null });
      return key;
    },
    async connect(key, clientOptions) {
      const client = new Client({ name: 'test', version: '1' }, clientOptions);
      const requestInit = { headers: { authorization: `Bearer ${key}` } };
      await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit }));
      onTestFinished(() => client.close());
      return client;
    },
  };
}

async function listen(server: Server): Promise<Server> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return server;
}
