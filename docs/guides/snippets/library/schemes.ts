import { apiKeyScheme } from '@contract-kit/http-spec';
import { dataOf, defineOperations } from '@contract-kit/http-spec/zod';
import {
  type ApiKeyCaller,
  type ApiKeyStore,
  createApi,
  createAuthenticator,
  createMemoryRateLimitStore,
  type Handlers,
  unauthorized,
} from '@contract-kit/middleware';
import { createFetchHandler, type FetchHandler } from '@contract-kit/middleware/fetch';
import { createJwtAuthenticator, type JwtAuthenticatorOptions, type JwtCaller } from '@contract-kit/middleware/jwt';
import { createSessionAuthenticator, type SessionCaller } from '@contract-kit/middleware/session';
import { initContract } from '@ts-rest/core';
import { z } from 'zod';

const { operation } = defineOperations({
  authSchemes: {
    apiKey: apiKeyScheme,
    jwt: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
    session: { type: 'apiKey', in: 'cookie', name: '__Host-session' },
  },
});

const c = initContract();
const contract = c.router({
  login: operation({
    id: 'session.begin',
    method: 'POST',
    path: '/session',
    summary: 'Log in',
    auth: 'none',
    body: z.strictObject({ user: z.string(), password: z.string() }),
    responses: { 204: c.noBody() },
    errors: ['unauthorized'],
  }),
  me: operation({
    id: 'me.get',
    method: 'GET',
    path: '/me',
    summary: 'Who calls',
    auth: ['apiKey', 'jwt', 'session'],
    responses: { 200: dataOf(z.object({ subject: z.string(), tenantId: z.string() })) },
  }),
});

/** Keys are for programs, tokens for services of an identity provider, sessions for browsers. */
type AnyCaller = ApiKeyCaller | JwtCaller | SessionCaller;

export interface AccountOptions {
  readonly keys: ApiKeyStore;
  /** The address of the identity provider's keys. */
  readonly tokenKeys: JwtAuthenticatorOptions['keys'];
  /** At least 32 bytes; the same in all processes. */
  readonly sessionSecret: string;
  readonly isPassword: (user: string, password: string) => Promise<boolean>;
}

export function createAccountApi({ keys, tokenKeys, sessionSecret, isPassword }: AccountOptions): FetchHandler {
  const session = createSessionAuthenticator({ secrets: [sessionSecret] });
  const handlers: Handlers<typeof contract, object, AnyCaller> = {
    login: async ({ body: { user, password } }) => {
      if (!(await isPassword(user, password))) throw unauthorized('User or password is wrong.');
      const cookie = session.issue({ subject: user, tenantId: 'acme', scopes: [] });
      return { status: 204, headers: { 'Set-Cookie': cookie } };
    },
    me: async ({ context: { caller } }) => {
      return { status: 200, body: { data: { subject: caller.subject, tenantId: caller.tenantId } } };
    },
  };
  const standard = { name: 'standard', limit: 60, windowMs: 60_000 };
  const api = createApi<typeof contract, object, AnyCaller>({
    contract,
    handlers,
    auth: {
      apiKey: createAuthenticator({ prefix: 'acc', store: keys }),
      jwt: createJwtAuthenticator({ keys: tokenKeys, issuer: 'https://id.example.com', audience: 'accounts' }),
      session,
    },
    rateLimit: { store: createMemoryRateLimitStore(), policies: { standard }, addressPolicy: standard },
  });
  return createFetchHandler(api);
}
