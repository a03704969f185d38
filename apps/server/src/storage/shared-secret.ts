import { randomBytes } from 'node:crypto';
import type { Database } from './database.ts';

/** The secret of a name, 32 random bytes as base64url. The first process to ask makes it; all get the same. */
export async function loadSharedSecret(database: Database, name: string, now: Date): Promise<string> {
  await database.query(
    'insert into shared_secret (name, value, created_at) values ($1, $2, $3) on conflict (name) do nothing',
    [name, randomBytes(32), now],
  );
  const { rows } = await database.query<{ value: Buffer }>('select value from shared_secret where name = $1', [name]);
  const [secret] = rows;
  if (secret === undefined) throw new Error(`The shared secret "${name}" was deleted while it was read.`);
  return secret.value.toString('base64url');
}
