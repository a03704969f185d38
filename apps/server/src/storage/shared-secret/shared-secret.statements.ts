import { tablesOf } from '../statement/tables.ts';
import type { SharedSecretEntity } from './shared-secret.entity.ts';

const secrets = tablesOf<typeof SharedSecretEntity>();

export const selectSecret = secrets.statement({
  name: 'shared_secret.value',
  parameters: { name: 'text' },
  build: (db, { name }) => db.selectFrom('shared_secret').select('value').where('name', '=', name),
});

/** The first process to ask makes it. */
export const insertSecret = secrets.statement({
  name: 'shared_secret.insert',
  parameters: { name: 'text', value: 'bytea', createdAt: 'timestamptz' },
  build: (db, { name, value, createdAt }) =>
    db
      .insertInto('shared_secret')
      .values({ name, value, created_at: createdAt })
      .onConflict((conflict) => conflict.column('name').doNothing()),
});
