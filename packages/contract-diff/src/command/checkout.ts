import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** A commit checked out into a temporary folder. */
export interface Checkout {
  /** The path of the same file in the checkout. */
  pathOf(file: string): string;
  remove(): Promise<void>;
}

/**
 * Checks a commit out into a temporary folder; the work tree is not changed. Packages come from the work tree: each of
 * its `node_modules` is linked into the checkout.
 *
 * @param folder anywhere in the repository.
 * @throws TypeError when the folder is not in a repository, or the repository has no such commit.
 */
export async function checkOut(ref: string, folder: string): Promise<Checkout> {
  const git = async (...args: string[]) => (await run('git', args, { cwd: folder, maxBuffer: 2 ** 26 })).stdout.trim();
  const top = await git('rev-parse', '--show-toplevel').catch(() => {
    throw new TypeError(`"${ref}" is neither a file nor an address, and ${folder} is not in a git repository.`);
  });
  const commit = await git('rev-parse', '--verify', '--quiet', '--end-of-options', `${ref}^{commit}`).catch(() => {
    throw new TypeError(`"${ref}" is not a file, an address or a commit of this repository.`);
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
