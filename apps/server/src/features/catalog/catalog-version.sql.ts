import { sqlStatement } from '../../storage/index.ts';

/** Gives the catalog its next version. */
export const advanceCatalog = sqlStatement({
  name: 'catalog.advance',
  parameters: { workspaceId: 'uuid' },
  row: {},
  text: 'update workspace set catalog_version = catalog_version + 1 where id = $workspaceId',
});
