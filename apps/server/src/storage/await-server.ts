import { setTimeout as delay } from 'node:timers/promises';
import { StartError } from '../kernel/index.ts';
import type { Orm } from './orm.ts';

/** `on delete set null (column)` exists since PostgreSQL 15. */
const oldestVersion = 15;
const pauseMs = 500;
const advice = 'Check DATABASE_URL, and that PostgreSQL is running there.';

/**
 * Waits until the database server responds, because it may start together with the app, and checks that the app
 * supports it.
 *
 * @param waitMs maximum time to wait, in milliseconds.
 * @throws StartError without the URL, which contains a password.
 */
export async function awaitServer(orm: Orm, waitMs = 15_000): Promise<void> {
  const attempts = Math.ceil(waitMs / pauseMs);
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await checkServer(orm);
    } catch (cause) {
      if (cause instanceof StartError) throw cause;
      const { message } = cause as Error;
      if (attempt >= attempts || !mayPass(cause))
        throw new StartError(`The database cannot be used: ${message}. ${advice}`, { cause });
    }
    await delay(pauseMs);
  }
}

async function checkServer(orm: Orm): Promise<void> {
  const { rows } = await orm.pool.query<{ version: number; encoding: string }>(
    `select current_setting('server_version_num')::int / 10000 as version,
      current_setting('server_encoding') as encoding`,
  );
  const { version = 0, encoding } = rows[0] ?? {};
  if (version < oldestVersion)
    throw new StartError(`The database is PostgreSQL ${version}; ${oldestVersion} is the oldest supported version.`);
  if (encoding !== 'UTF8')
    throw new StartError(`The database is encoded in ${encoding}; create one with encoding UTF8.`);
}

/** The server does not run yet, or is starting up (57P03). A wrong password or name stays wrong. */
function mayPass(error: unknown): boolean {
  const codes = ['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', '57P03'];
  return typeof error === 'object' && error !== null && 'code' in error && codes.includes(String(error.code));
}
