import type { ApiKeyCaller, BaseContext } from '@contract-kit/middleware';
import type { KeyRecord, LastUsed } from '../features/keys/index.ts';
import { encodeId, type RouteContext } from '../kernel/index.ts';

/** Turns the authenticated caller of a request into the context services work in, and notes that its key is used. */
export function createContextFactory(lastUsed: LastUsed): (base: BaseContext<ApiKeyCaller | null>) => RouteContext {
  return ({ caller, requestId, ifMatch, ifNoneMatch }) => {
    // A route without a key calls no service that needs a context.
    if (caller === null) return {} as RouteContext;
    const key = caller.record as KeyRecord;
    lastUsed.note(key.uuid);
    const actor = { type: 'key', id: encodeId('apiKey', key.uuid), name: key.name } as const;
    return { ctx: { workspace: key.workspace, actor, source: 'api', requestId, ifMatch, ifNoneMatch } };
  };
}
