import { sqlStatement } from '../../storage/index.ts';
import { assetUses, changesOf } from '../products/index.ts';
import { assetFolder } from './files/file-keys.ts';

/** How many products use an asset. */
export const countUses = sqlStatement({
  name: 'asset.uses',
  parameters: { workspaceId: 'uuid', id: 'uuid' },
  row: { uses: 'bigint' },
  text: `select ${assetUses('$workspaceId', '$id')} as uses`,
});

/** A token that differs after every change of the workspace's assets, or also of its products. */
export const selectToken = sqlStatement({
  name: 'asset.token',
  parameters: { workspaceId: 'uuid', ofProducts: 'boolean' },
  row: { token: 'text' },
  text: `
    select ${changesOf('assets', '$workspaceId')}
      || case when $ofProducts then ' ' || ${changesOf('products', '$workspaceId')} else '' end as token`,
});

/**
 * Finds assets by id, and external ones by their identity (comma-separated). The rows are locked in the order of their
 * ids: deleting an asset waits for products that begin to use it, and the other way round.
 */
export const selectNamed = sqlStatement({
  name: 'asset.named',
  parameters: { workspaceId: 'uuid', ids: 'uuid[]', identities: 'text' },
  row: { id: 'uuid', extension: 'text', externalUrl: 'text?' },
  prepared: false,
  text: `
    select id, extension, external_url as "externalUrl" from asset
    where workspace_id = $workspaceId and id in (
      select unnest($ids::uuid[])
      union
      select a.id from asset a where a.workspace_id = $workspaceId and a.identity = any(string_to_array($identities, ','))
        and exists (select from asset e where e.workspace_id = $workspaceId and e.external_url is not null)
    )
    order by id for key share`,
});

/** The ids that no asset has. */
export const selectMissing = sqlStatement({
  name: 'asset.missing',
  parameters: { ids: 'uuid[]' },
  row: { id: 'uuid' },
  prepared: false,
  text: `
    select id from unnest($ids::uuid[]) as known (id) where not exists (select from asset a where a.id = known.id)`,
});

/** The files of assets. Renditions of images are left out: they are made again on request. */
export const selectAssetFiles = sqlStatement({
  name: 'asset.files',
  parameters: {},
  row: { key: 'text', earlierKey: 'text?' },
  text: `select '${assetFolder}' || id as key, null::text as "earlierKey" from asset where checksum is not null`,
});
