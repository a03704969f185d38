import { tablesOf } from '../../../storage/index.ts';
import type { ExportProfileEntity } from '../export-profile.entity.ts';

const profiles = tablesOf<typeof ExportProfileEntity>();

/** A row if the profile exists; from the index alone. */
export const selectExistence = profiles.statement({
  name: 'export_profile.exists',
  parameters: { workspaceId: 'uuid', id: 'uuid' },
  build: (db, { workspaceId, id }) =>
    db.selectFrom('export_profile').select('id').where('workspace_id', '=', workspaceId).where('id', '=', id),
});
