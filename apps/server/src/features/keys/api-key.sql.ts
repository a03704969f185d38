import { sqlStatement } from '../../storage/index.ts';
import { workspaceSettingsOf, workspaceSlugOf } from '../workspaces/index.ts';

/** A key with its workspace, for authentication: one look-up for each request whose key is not in memory. */
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

const summary = {
  id: 'uuid',
  workspaceSlug: 'text',
  name: 'text',
  prefix: 'text',
  scopes: 'text[]',
  createdAt: 'timestamptz',
  expiresAt: 'timestamptz?',
  revokedAt: 'timestamptz?',
  lastUsedAt: 'timestamptz?',
} as const;

const selectKeys = `
  select k.id, (${workspaceSlugOf('k.workspace_id')}) as "workspaceSlug", k.name, k.prefix, k.scopes, k.created_at as "createdAt",
    k.expires_at as "expiresAt", k.revoked_at as "revokedAt", k.last_used_at as "lastUsedAt"
  from api_key k`;

/** Of one workspace, or of all (null), oldest first. */
export const listKeys = sqlStatement({
  name: 'api_key.list',
  parameters: { workspaceId: 'uuid?' },
  row: summary,
  prepared: false,
  text: `${selectKeys} where $workspaceId::uuid is null or k.workspace_id = $workspaceId order by k.id`,
});

export const listActiveKeys = sqlStatement({
  name: 'api_key.list_active',
  parameters: { workspaceId: 'uuid' },
  row: summary,
  text: `${selectKeys} where k.workspace_id = $workspaceId and k.revoked_at is null order by k.id`,
});

export const getKey = sqlStatement({
  name: 'api_key.get',
  parameters: { workspaceId: 'uuid', id: 'uuid' },
  row: summary,
  text: `${selectKeys} where k.workspace_id = $workspaceId and k.id = $id and k.revoked_at is null`,
});

export const countActiveKeys = sqlStatement({
  name: 'api_key.count',
  parameters: { workspaceId: 'uuid' },
  row: { number: 'bigint' },
  text: 'select count(*) as number from api_key where workspace_id = $workspaceId and revoked_at is null',
});

/** Keeps a key from being revoked to the end of the transaction; no row when it has ended. */
export const holdKey = sqlStatement({
  name: 'api_key.hold',
  parameters: { id: 'uuid', at: 'timestamptz' },
  row: { id: 'uuid' },
  text: `
    select id from api_key
    where id = $id and revoked_at is null and (expires_at is null or expires_at > $at) for share`,
});

export const revokeKey = sqlStatement({
  name: 'api_key.revoke',
  parameters: { id: 'uuid', at: 'timestamptz', workspaceId: 'uuid?' },
  row: { id: 'uuid' },
  text: `
    update api_key set revoked_at = coalesce(revoked_at, $at)
    where id = $id and ($workspaceId::uuid is null or (workspace_id = $workspaceId and revoked_at is null))
    returning id`,
});

/** Writes down last uses, of each key the latest. */
export const touchKeys = sqlStatement({
  name: 'api_key.touch',
  parameters: { ids: 'uuid[]', uses: 'timestamptz[]' },
  row: {},
  text: `
    update api_key k set last_used_at = greatest(k.last_used_at, used.at)
    from unnest($ids::uuid[], $uses::timestamptz[]) as used (id, at)
    where k.id = used.id`,
});

/** What is deprecated and was used with any of the keys. */
export const listDeprecatedUses = sqlStatement({
  name: 'deprecated_use.list',
  parameters: { keyIds: 'uuid[]' },
  row: { keyId: 'uuid', operationId: 'text', field: 'text?', uses: 'bigint', lastUsedAt: 'timestamptz' },
  text: `
    select api_key_id as "keyId", operation_id as "operationId", nullif(field, '') as field, uses,
      last_used_at as "lastUsedAt"
    from deprecated_use used where api_key_id = any($keyIds::uuid[]) order by used.operation_id, used.field`,
});

/** Adds uses to those that are stored, in one order, so that two processes do not wait for each other. */
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
