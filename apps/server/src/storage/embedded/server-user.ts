import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import process from 'node:process';
import { promisify } from 'node:util';
import { StartError } from '../../kernel/index.ts';

const run = promisify(execFile);

/** The operating-system user that runs PostgreSQL; null: the user of this process. */
export type ServerUser = { readonly uid: number; readonly gid: number } | null;

/**
 * PostgreSQL refuses to run as root. When started by root, it runs as the owner of its files, or for new files as the
 * machine's `postgres` user, or `nobody`.
 *
 * @param files the folder of an existing cluster; null for a new one.
 * @throws StartError when the files belong to another user and this one is not root.
 */
export async function findServerUser(files: string | null): Promise<ServerUser> {
  const self = process.getuid?.() ?? 0;
  const owner = files === null ? null : await stat(files);
  if (self === 0) {
    if (owner !== null && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
    return userNamed('postgres').catch(() => userNamed('nobody'));
  }
  if (owner !== null && owner.uid !== self) {
    throw new StartError(
      `The database in ${files} belongs to the user with the id ${owner.uid}: start as that user or as root.`,
    );
  }
  return null;
}

/** True when the user can enter the folder: a folder above it may be private to root. */
export async function canEnter(folder: string, user: ServerUser): Promise<boolean> {
  if (user === null) return true;
  return run('/bin/sh', ['-c', 'cd "$1"', 'sh', folder], { ...user, cwd: '/' }).then(
    () => true,
    () => false,
  );
}

async function userNamed(name: string): Promise<NonNullable<ServerUser>> {
  const [uid, gid] = await Promise.all([run('id', ['-u', name]), run('id', ['-g', name])]);
  return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
}
