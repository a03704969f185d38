import type { Database } from '../../../storage/index.ts';
import { lockRecords } from '../records/record-statements.ts';
import { allowLongStatements, release } from './publication.ts';

/**
 * The channels with records of a publication that has ended: its worker was killed while it was being canceled, or once
 * too often. Records of a channel belong to one publication at a time, so one of them tells; they are found by their
 * index, channel by channel.
 */
const selectAbandoned = `
  with recursive marked as (
    (select workspace_id, channel_id, publish_job_id from channel_product where publish_job_id is not null
      order by workspace_id, channel_id limit 1)
    union all
    select next.* from marked m cross join lateral (
      select workspace_id, channel_id, publish_job_id from channel_product
      where publish_job_id is not null and (workspace_id, channel_id) > (m.workspace_id, m.channel_id)
      order by workspace_id, channel_id limit 1) next
  )
  select workspace_id as "workspaceId", channel_id as "channelId" from marked m where not exists (
    select from job j where j.workspace_id = m.workspace_id and j.id = m.publish_job_id
      and j.status in ('queued', 'running'))`;

/** Puts the records of publications that have ended back to where they stood. @returns how many channels had some. */
export async function releaseAbandoned(database: Database, signal?: AbortSignal): Promise<number> {
  type Abandoned = { readonly workspaceId: string; readonly channelId: string };
  const { rows } = await database.query<Abandoned>(selectAbandoned, [], 'channel.abandoned');
  let channels = 0;
  for (const { workspaceId, channelId } of rows) {
    if (signal?.aborted) break;
    await database.transaction(async (tx) => {
      await tx.query(lockRecords, [workspaceId], 'channel.lock');
      await tx.query(allowLongStatements);
      await release(tx, { workspaceId, id: channelId }, null);
    });
    channels += 1;
  }
  return channels;
}
