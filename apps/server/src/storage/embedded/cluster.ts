import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chown,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  realpath,
  rename,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { StartError } from '../../kernel/index.ts';
import { provideBinaries } from './postgres-binaries.ts';
import { canEnter, findServerUser, type ServerUser } from './server-user.ts';

const run = promisify(execFile);

/** A PostgreSQL data directory, with what is needed to run and reach it. */
export interface Cluster {
  /** Contains everything below; `DATA_DIR/database` is this folder or links to it. */
  readonly folder: string;
  /** PostgreSQL's data directory. */
  readonly files: string;
  /** Folder of PostgreSQL's programs. */
  readonly binaries: string;
  readonly user: ServerUser;
  readonly password: string;
}

const initdbFlags = [
  '--username=postgres',
  '--auth=scram-sha-256',
  '--encoding=UTF8',
  '--locale=C',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
];

/** The folder for clusters whose DATA_DIR is not accessible to PostgreSQL's user. */
const sharedFolder = '/var/lib/product-content';

/** A first start that was killed leaves its draft behind; after this time it counts as abandoned. */
const abandonedMs = 10 * 60_000;

/** Opens the cluster of a data directory, or creates it. @throws StartError. */
export async function openCluster(dataDir: string): Promise<Cluster> {
  const link = join(dataDir, 'database');
  if (!(await exists(link))) {
    const target = await readlink(link).catch(() => null);
    if (target !== null)
      throw new StartError(`${link} leads to ${target}, which no longer exists: remove the link to start over.`);
    await createCluster(dataDir, link);
  }
  const folder = await realpath(link);
  const files = join(folder, 'cluster');
  const user = await findServerUser(folder);
  const { password } = JSON.parse(await readFile(join(folder, 'connection.json'), 'utf8')) as { password: string };
  return { folder, files, binaries: await provideBinaries(folder, user), user, password };
}

/**
 * Creates the cluster under another name and moves it into place when it is complete: of two concurrent first starts
 * one wins, and a killed one leaves nothing half finished.
 */
async function createCluster(dataDir: string, link: string): Promise<void> {
  const user = await findServerUser(null);
  const home = (await canEnter(dataDir, user)) ? dataDir : sharedFolder;
  await mkdir(home, { recursive: true });
  await removeAbandonedDrafts(home);
  const draft = await mkdtemp(join(home, 'database-draft-'));
  const files = join(draft, 'cluster');
  const passwordFile = join(draft, 'password');
  const password = randomBytes(24).toString('base64url');
  await mkdir(files, { mode: 0o700 });
  await writeFile(passwordFile, password, { mode: 0o600 });
  const connectionFile = join(draft, 'connection.json');
  await writeFile(connectionFile, JSON.stringify({ password }), { mode: 0o600 });
  if (user !== null) {
    for (const path of [draft, files, passwordFile, connectionFile]) await chown(path, user.uid, user.gid);
  }
  const binaries = await provideBinaries(draft, user);
  const flags = [`--pgdata=${files}`, `--pwfile=${passwordFile}`, ...initdbFlags];
  await run(join(binaries, 'initdb'), flags, { ...user, cwd: draft });
  await rm(passwordFile);
  await writeFile(join(files, 'postgresql.conf'), `include 'settings.conf'\n`, { flag: 'a' });
  await moveIntoPlace(draft, home, dataDir, link);
}

async function moveIntoPlace(draft: string, home: string, dataDir: string, link: string): Promise<void> {
  try {
    if (home === dataDir) return await rename(draft, link);
    const folder = join(home, `database-${randomBytes(6).toString('hex')}`);
    await rename(draft, folder);
    await symlink(folder, link).catch(async (error: unknown) => {
      await rm(folder, { recursive: true, force: true });
      throw error;
    });
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    // Another first start was faster: its cluster is used.
    if (!(await exists(link))) throw error;
  }
}

async function removeAbandonedDrafts(home: string): Promise<void> {
  for (const name of await readdir(home)) {
    if (!name.startsWith('database-draft-')) continue;
    const draft = join(home, name);
    const { mtimeMs } = await stat(draft);
    if (Date.now() - mtimeMs > abandonedMs) await rm(draft, { recursive: true, force: true });
  }
}

function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
