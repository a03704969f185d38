import { sql } from 'kysely';
import { columnsOf, type StatementParts, tablesOf } from '../../storage/index.ts';
import { keyNameOf } from '../keys/index.ts';
import { RequestLogEntity } from './request-log.entity.ts';

const requests = tablesOf<typeof RequestLogEntity>();
const columns = columnsOf(RequestLogEntity);
const keyName = sql<string | null>`${sql.raw(keyNameOf('request_log.api_key_id'))}`.as('keyName');

/** Requests that meet conditions, newest first. */
export const selectRequests = requests.family({
  name: 'request_log.page',
  parameters: { workspaceId: 'uuid', limit: 'bigint' },
  build: (db, { workspaceId, limit }, conditions: StatementParts) =>
    db
      .selectFrom('request_log')
      .select([...columns, keyName])
      .where('workspace_id', '=', workspaceId)
      .where(conditions.all)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(limit),
});
