import { columnsOf, tablesOf } from '../../storage/index.ts';
import { ChannelEntity } from './channel.entity.ts';

const channels = tablesOf<typeof ChannelEntity>();

/** All channels of a workspace, by code. */
export const listChannels = channels.statement({
  name: 'channel.list',
  parameters: { workspaceId: 'uuid' },
  build: (db, { workspaceId }) =>
    db.selectFrom('channel').select(columnsOf(ChannelEntity)).where('workspace_id', '=', workspaceId).orderBy('code'),
});

/** A row if the channel exists; from the index alone. */
export const selectExistence = channels.statement({
  name: 'channel.exists',
  parameters: { workspaceId: 'uuid', id: 'uuid' },
  build: (db, { workspaceId, id }) =>
    db.selectFrom('channel').select('id').where('workspace_id', '=', workspaceId).where('id', '=', id),
});
