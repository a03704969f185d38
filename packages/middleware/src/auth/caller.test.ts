import { describe, expect, it } from 'vitest';
import type { ApiKeyRecord } from './api-key-store.ts';
import { assertScopes as assertScopesOf, type Caller, toCaller } from './caller.ts';

type Needed = Parameters<typeof assertScopesOf>[1];
const assertScopes = (caller: Caller, needed: Needed) => assertScopesOf(caller, needed, 'API key');
const callerWith = (...scopes: string[]) => toCaller({ id: 'k', tenantId: 't', scopes } as unknown as ApiKeyRecord);

describe('scopes', () => {
  it('admit a key that has all of them', () => {
    expect(() => assertScopes(callerWith('a:read', 'b:read', 'c'), { scopes: ['a:read', 'b:read'] })).not.toThrow();
    expect(() => assertScopes(callerWith(), { scopes: [] })).not.toThrow();
  });

  it('name a single missing one', () => {
    expect(() => assertScopes(callerWith('a:read'), { scopes: ['a:read', 'a:write'] })).toThrow(
      expect.objectContaining({ code: 'forbidden', message: 'The API key lacks the scope "a:write".' }),
    );
  });

  it('name all that are missing', () => {
    expect(() => assertScopes(callerWith(), { scopes: ['a', 'b'] })).toThrow('lacks the scopes "a" and "b"');
  });

  it('are not a hierarchy: a longer or shorter name is another scope', () => {
    for (const scope of ['a', 'a:', 'a:read:x', 'A:READ']) {
      expect(() => assertScopes(callerWith(scope), { scopes: ['a:read'] })).toThrow('lacks the scope');
    }
  });

  it('admit a key that has one of several', () => {
    const policy = { scopes: [], anyScopes: ['jobs:read', 'imports:write'] };
    expect(() => assertScopes(callerWith('imports:write'), policy)).not.toThrow();
    expect(() => assertScopes(callerWith('other'), policy)).toThrow('one of the scopes "jobs:read" or "imports:write"');
  });
});
