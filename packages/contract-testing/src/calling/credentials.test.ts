import { defineOperations } from '@contract-kit/http-spec/zod';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { contract } from '../../test-support/tasks-contract.ts';
import { createTasksApp } from '../../test-support/tasks-server.ts';
import { type ContractRoute, contractRoutesOf } from '../contract/contract-route.ts';
import { verifyContract } from '../verify-contract.ts';
import { CredentialBook } from './credentials.ts';

const route = contractRoutesOf(contract).find(({ id }) => id === 'todos.get') as ReturnType<
  typeof contractRoutesOf
>[number];

/** The tasks for callers that present a cookie, and nothing else. */
const createCookieApp = (isDeaf = false) =>
  createTasksApp(() => ({
    before: (req, _res, next) => {
      const [, key] = /^sid=(.*)$/.exec(req.headers.cookie ?? '') ?? [];
      delete req.headers['x-api-key'];
      delete req.headers.authorization;
      if (key !== undefined && !isDeaf) req.headers.authorization = `Bearer ${key}`;
      next();
    },
  }));

const asCookie = (credential: string) => ({ cookie: `sid=${credential}` });

describe('the credentials of a run', () => {
  it('are sent as bearer tokens, unless the scheme says otherwise', () => {
    const { headers } = new CredentialBook({ apiKey: 'a' }).full(route) ?? {};
    expect(headers).toEqual({ authorization: 'Bearer a' });
    const book = new CredentialBook({ apiKey: { full: 'a', otherTenant: 'b', present: asCookie } });
    expect(book.full(route)).toEqual({ name: 'KEY', value: 'a', headers: { cookie: 'sid=a' } });
    expect(book.otherTenant(route)).toEqual({ name: 'OTHER_KEY', value: 'b', headers: { cookie: 'sid=b' } });
  });

  it('are presented as the scheme of the contract says', () => {
    const { operation } = defineOperations({
      authSchemes: {
        session: { type: 'apiKey', in: 'cookie', name: 'sid' },
        token: { type: 'apiKey', in: 'header', name: 'X-Token' },
        jwt: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        basic: { type: 'http', scheme: 'Basic' },
      },
    });
    const shared = { method: 'GET', path: '/me', summary: 'Who calls', responses: { 200: z.string() } } as const;
    const presented = (['session', 'token', 'jwt', 'basic'] as const).map((scheme) => {
      const [one] = contractRoutesOf({ me: operation({ ...shared, id: 'me.get', auth: scheme }) });
      return new CredentialBook({ [scheme]: 'a' }).full(one as ContractRoute)?.headers;
    });
    expect(presented).toEqual([
      { cookie: 'sid=a' },
      { 'X-Token': 'a' },
      { authorization: 'Bearer a' },
      { authorization: 'Basic a' },
    ]);
  });

  it('are those of the first configured scheme of several that an operation accepts', () => {
    const { operation } = defineOperations({
      authSchemes: {
        jwt: { type: 'http', scheme: 'bearer' },
        session: { type: 'apiKey', in: 'cookie', name: 'sid' },
      },
    });
    const [one] = contractRoutesOf({
      me: operation({
        id: 'me.get',
        method: 'GET',
        path: '/me',
        summary: 'Who calls',
        auth: ['jwt', 'session'],
        responses: { 200: z.string() },
      }),
    }) as [ContractRoute];
    expect(new CredentialBook({ session: 'a' }).full(one)?.headers).toEqual({ cookie: 'sid=a' });
    expect(new CredentialBook({ session: 'a', jwt: 'b' }).full(one)?.headers).toEqual({ authorization: 'Bearer b' });
    expect(new CredentialBook({ apiKey: 'a' }).isMissingFor(one)).toBe(true);
  });

  it('are those of the schemes that an operation accepts', () => {
    expect(new CredentialBook({ session: 'a' }).full(route)).toBeNull();
    expect(new CredentialBook({ session: 'a' }).isMissingFor(route)).toBe(true);
    expect(new CredentialBook({ session: 'a', apiKey: 'b' }).full(route)?.value).toBe('b');
    const plain = { ...route, isPlain: true };
    expect(new CredentialBook({ userSession: 'a' }).full(plain)?.name).toBe('USER_SESSION');
    expect(new CredentialBook().full(plain)).toBeNull();
  });

  it('without a scope are created once', async () => {
    let made = 0;
    const withoutScope = (...scopes: string[]) => {
      made += 1;
      return `without ${scopes.join()}`;
    };
    const book = new CredentialBook({ apiKey: { full: 'a', withoutScope } });
    const first = await book.without(route, ['files:read']);
    expect(first).toMatchObject({ name: 'KEY_WITHOUT_FILES_READ', value: 'without files:read' });
    expect(await book.without(route, ['files:read'])).toBe(first);
    expect(made).toBe(1);
  });

  it('reach a server in the header fields that the scheme names', async () => {
    const { app, credentials } = createCookieApp();
    const apiKey = { ...credentials.apiKey, present: asCookie };
    const only = ['todos.get', 'todos.patch', 'access.*', 'state.no-trace'];
    const report = await verifyContract(contract, { app, credentials: { apiKey }, only });
    const checks = report.operations.flatMap((operation) => operation.checks);
    expect(checks.filter(({ outcome }) => outcome === 'failed')).toEqual([]);
    const skipped = checks.filter(({ outcome }) => outcome === 'skipped').map(({ id }) => id);
    expect([...new Set(skipped)]).toEqual(['access.two-keys', 'access.key-header']);
  });

  it('are not shown in a report, however they are presented', async () => {
    const { app, credentials } = createCookieApp(true);
    const { full } = credentials.apiKey;
    const only = ['todos.list', 'responses.success'];
    for (const [present, shown] of [
      [asCookie, '-H "cookie: sid=$KEY"'],
      [(value: string) => ({ authorization: `Basic ${btoa(value)}` }), '-H "authorization: $KEY"'],
    ] as const) {
      const report = await verifyContract(contract, { app, credentials: { apiKey: { full, present } }, only });
      const text = JSON.stringify(report);
      expect(report.operations[0]?.checks[0]?.evidence?.curl).toContain(shown);
      expect(text).not.toContain(full);
      expect(text).not.toContain(btoa(full));
    }
  });
});
