import { randomBytes } from 'node:crypto';
import type { Database } from '../database.ts';
import { insertSecret, selectSecret } from './shared-secret.statements.ts';

/** The secret of a name, 32 random bytes as base64url. The first process to ask makes it; all get the same. */
export async function loadSharedSecret(database: Database, name: string, now: Date): Promise<string> {
  await database.run(insertSecret, { name, value: randomBytes(32), createdAt: now });
  const [secret] = await database.run(selectSecret, { name });
  if (secret === undefined) throw new Error(`The shared secret "${name}" was deleted while it was read.`);
  return secret.value.toString('base64url');
}
