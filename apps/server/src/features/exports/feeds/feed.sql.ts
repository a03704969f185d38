import { sqlStatement } from '../../../storage/index.ts';
import { changesOf } from '../../products/index.ts';
import { catalogVersionOf } from '../../workspaces/index.ts';
import { feedFolder } from './feed-files.ts';

/** A feed by the secret in its address, with the file last generated for it. */
export const findFeed = sqlStatement({
  name: 'export_feed.find',
  parameters: { tokenHash: 'bytea', format: 'text' },
  row: {
    workspaceId: 'uuid',
    profileId: 'uuid',
    name: 'text',
    options: 'jsonb',
    now: 'text',
    state: 'text?',
    fileId: 'uuid?',
    size: 'bigint?',
    count: 'integer?',
    warnings: 'integer?',
    generatedAt: 'timestamptz?',
  },
  text: `
    select p.workspace_id as "workspaceId", p.id as "profileId", p.name, p.options,
      concat_ws('.', p.version, (${catalogVersionOf('p.workspace_id')}),
        ${changesOf('products', 'p.workspace_id')}) as now,
      f.state, f.file_id as "fileId", f.size, f.count, f.warnings, f.generated_at as "generatedAt"
    from export_profile p
    left join export_feed f on f.workspace_id = p.workspace_id and f.profile_id = p.id and f.format = $format
    where p.feed_token_hash = $tokenHash`,
});

/**
 * Saves a file as that of its feed. The current file is kept for readers about to open it; the one before is released.
 * If the profile is gone, the new file is released.
 */
export const saveFile = sqlStatement({
  name: 'export_feed.save',
  parameters: {
    workspaceId: 'uuid',
    profileId: 'uuid',
    format: 'text',
    state: 'text',
    fileId: 'uuid',
    size: 'bigint',
    count: 'integer',
    warnings: 'integer',
    generatedAt: 'timestamptz',
  },
  row: { useless: 'uuid?' },
  text: `
    with before as (
      select file_id, previous_file_id from export_feed
      where workspace_id = $workspaceId and profile_id = $profileId and format = $format
    ), saved as (
      insert into export_feed
        (workspace_id, profile_id, format, state, file_id, size, count, warnings, generated_at)
      select p.workspace_id, p.id, $format, $state, $fileId, $size, $count, $warnings, $generatedAt
      from export_profile p where p.workspace_id = $workspaceId and p.id = $profileId
      on conflict (workspace_id, profile_id, format) do update set
        previous_file_id = export_feed.file_id, state = excluded.state, file_id = excluded.file_id,
        size = excluded.size, count = excluded.count, warnings = excluded.warnings,
        generated_at = excluded.generated_at
      returning file_id
    )
    select case when exists (select from saved) then (select previous_file_id from before) else $fileId end as useless`,
});

/** A feed whose file is missing must be generated again. */
export const forgetFile = sqlStatement({
  name: 'export_feed.forget',
  parameters: { fileId: 'uuid' },
  row: {},
  prepared: false,
  text: 'delete from export_feed where file_id = $fileId',
});

/** Those of the files that no feed uses. */
export const selectUnused = sqlStatement({
  name: 'export_feed.unused',
  parameters: { fileIds: 'uuid[]' },
  row: { id: 'uuid' },
  prepared: false,
  text: `
    select id from unnest($fileIds::uuid[]) as id
    where not exists (select from export_feed f where id in (f.file_id, f.previous_file_id))`,
});

/** The files of the feeds of profiles, with the keys of `feedKey`. */
export const selectFeedFiles = sqlStatement({
  name: 'export_feed.files',
  parameters: {},
  row: { key: 'text', earlierKey: 'text?' },
  text: `
    select format('${feedFolder}%s/%s.%s', profile_id, file_id, format) as key, null::text as "earlierKey"
    from export_feed`,
});
