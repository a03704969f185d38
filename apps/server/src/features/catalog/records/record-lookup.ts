import type { ResourceLookup } from '@contract-kit/middleware';
import type { CatalogRecords, CatalogRow } from './catalog-records.ts';

/** Whether the record a path's `{idOrCode}` names exists, for the check before a body is read. */
export function createRecordLookup<Row extends CatalogRow>(records: CatalogRecords<Row>): ResourceLookup {
  return async function lookupRecord({ caller, params: { idOrCode } }) {
    if (caller === null || idOrCode === undefined) return null;
    return (await records.exists(caller.tenantId, idOrCode)) ? { entityTag: null } : null;
  };
}
