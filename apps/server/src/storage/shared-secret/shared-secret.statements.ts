import { tablesOf } from '../statement/tables.ts';
import type { SharedSecretEntity } from './shared-secret.entity.ts';

const secrets = tablesOf<typeof SharedSecretEntity>();

export const selectSecret = secrets.statement({
  name: 'shared_secret.value',
  parameters: { name: 'text' },
  build: (db, { name }) => db.selectFrom('shared_secret').select(['value', 'key_id']).where('name', '=', name),
});

/** The first process that needs it creates it. */
export const insertSecret = secrets.statement({
  name: 'shared_secret.insert',
  parameters: { name: 'text', value: 'bytea', keyId: 'text?', createdAt: 'timestamptz' },
  build: (db, { name, value, keyId, createdAt }) =>
    db
      .insertInto('shared_secret')
      .values({ name, value, key_id: keyId, created_at: createdAt })
      .onConflict((conflict) => conflict.column('name').doNothing()),
});

/** All secrets, locked to the end of the transaction. */
export const lockSecrets = secrets.statement({
  name: 'shared_secret.lock',
  parameters: {},
  build: (db) => db.selectFrom('shared_secret').select(['name', 'value', 'key_id']).orderBy('name').forUpdate(),
});

export const updateSecret = secrets.statement({
  name: 'shared_secret.update',
  parameters: { name: 'text', value: 'bytea', keyId: 'text?' },
  build: (db, { name, value, keyId }) =>
    db.updateTable('shared_secret').set({ value, key_id: keyId }).where('name', '=', name),
});
