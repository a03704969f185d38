import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** A commit in a folder of its own. */
export interface Checkout {
  /** The same file there. */
  pathOf(file: string): string;
  remove(): Promise<void>;
}

/**
 * Checks a commit out beside the work tree, which stays as it is. Packages are those that are installed in the work
 * tree: each `node_modules` of it is linked into the checkout.
 *
 * @param folder anywhere in the repository.
 * @throws TypeError when the folder is in no repository, or the repository has no such commit.
 */
export async function checkOut(ref: string, folder: string): Promise<Checkout> {
  const git = async (...args: string[]) => (await run('git', args, { cwd: folder, maxBuffer: 2 ** 26 })).stdout.trim();
  const top = await git('rev-parse', '--show-toplevel').catch(() => {
    throw new TypeError(`"${ref}" is no file and no address, and ${folder} is in no git repository.`);
  });
  const commit = await git('rev-parse', '--verify', '--quiet', '--end-of-options', `${ref}^{commit}`).catch(() => {
    throw new TypeError(`"${ref}" is no file, no address and no commit of this repository.`);
  });
  const parent = await mkdtemp(join(tmpdir(), 'contract-kit-'));
  const target = join(parent, 'checkout');
  const remove = async () => {
    await git('worktree', 'remove', '--force', target).catch(() => undefined);
    await rm(parent, { recursive: true, force: true });
  };
  try {
    await git('worktree', 'add', '--quiet', '--detach', target, commit);
    const manifests = (await git('-C', top, 'ls-files', '--', 'package.json', '**/package.json')).split('\n');
    for (const place of manifests.map((manifest) => dirname(manifest))) {
      const installed = join(top, place, 'node_modules');
      if (existsSync(installed) && existsSync(join(target, place))) {
        await symlink(installed, join(target, place, 'node_modules'), 'junction');
      }
    }
  } catch (error) {
    await remove();
    throw error;
  }
  return { pathOf: (file) => join(target, relative(top, resolve(folder, file))), remove };
}
