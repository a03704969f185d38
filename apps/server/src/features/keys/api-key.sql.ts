import { sqlStatement } from '../../storage/index.ts';
import { workspaceSettingsOf } from '../workspaces/index.ts';

/** A key with its workspace, for authentication: one lookup per request whose key is not cached. */
export const findKey = sqlStatement({
  name: 'api_key.find',
  parameters: { id: 'uuid' },
  row: {
    uuid: 'uuid',
    tenantId: 'uuid',
    name: 'text',
    prefix: 'text',
    hash: 'bytea',
    scopes: 'text[]',
    createdAt: 'timestamptz',
    expiresAt: 'timestamptz?',
    revokedAt: 'timestamptz?',
    lastUsedAt: 'timestamptz?',
    workspace: 'json',
  },
  text: `
    select k.id as uuid, k.workspace_id as "tenantId", k.name, k.prefix, k.hash, k.scopes, k.created_at as "createdAt",
      k.expires_at as "expiresAt", k.revoked_at as "revokedAt", k.last_used_at as "lastUsedAt",
      (${workspaceSettingsOf('k.workspace_id')}) as workspace
    from api_key k where k.id = $id`,
});

/** The name of a key, revoked or not, for statements of other features. @param id an SQL expression. */
export const keyNameOf = (id: string) => `(select k.name from api_key k where k.id = ${id})`;

/** Prevents a key from being revoked until the end of the transaction; no row when it has ended. */
export const holdKey = sqlStatement({
  name: 'api_key.hold',
  parameters: { id: 'uuid', at: 'timestamptz' },
  row: { id: 'uuid' },
  text: `
    select id from api_key
    where id = $id and revoked_at is null and (expires_at is null or expires_at > $at) for share`,
});

/** Saves the latest use of each key. */
export const touchKeys = sqlStatement({
  name: 'api_key.touch',
  parameters: { ids: 'uuid[]', uses: 'timestamptz[]' },
  row: {},
  text: `
    update api_key k set last_used_at = greatest(k.last_used_at, used.at)
    from unnest($ids::uuid[], $uses::timestamptz[]) as used (id, at)
    where k.id = used.id`,
});

/** Adds uses to the stored ones, in a fixed order, so that two processes do not deadlock. */
export const addDeprecatedUses = sqlStatement({
  name: 'deprecated_use.add',
  parameters: {
    keyIds: 'uuid[]',
    operationIds: 'text[]',
    fields: 'text[]',
    uses: 'bigint[]',
    times: 'timestamptz[]',
  },
  row: {},
  text: `
    insert into deprecated_use as stored (api_key_id, operation_id, field, uses, last_used_at)
    select k.id, used.operation_id, used.field, used.uses, used.at
    from unnest($keyIds::uuid[], $operationIds::text[], $fields::text[], $uses::bigint[], $times::timestamptz[])
      as used (key_id, operation_id, field, uses, at)
    join api_key k on k.id = used.key_id
    order by 1, 2, 3
    on conflict (api_key_id, operation_id, field) do update
      set uses = stored.uses + excluded.uses, last_used_at = greatest(stored.last_used_at, excluded.last_used_at)`,
});
