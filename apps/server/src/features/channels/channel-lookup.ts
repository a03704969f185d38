import type { ResourceLookup } from '@contract-kit/middleware';
import { decodeId } from '../../kernel/index.ts';
import type { ChannelsRepository } from './channels.repository.ts';

/** Whether the channel a path's `{id}` names exists, for the check before a body is read. */
export function createChannelLookup(channels: ChannelsRepository): ResourceLookup {
  return async function lookupChannel({ caller, params }) {
    const id = decodeId('channel', params.id ?? '');
    if (caller === null || id === null) return null;
    return (await channels.exists(caller.tenantId, id)) ? { entityTag: null } : null;
  };
}
