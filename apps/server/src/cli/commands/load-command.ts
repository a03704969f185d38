import { type BorrowedKey, configureLoad as configureCatalogLoad } from '@product-content/catalog-loader/command';
import type { Scope } from '@product-content/contract';
import type { Command } from 'commander';
import type { Config } from '../../config/index.ts';
import { encodeId } from '../../kernel/index.ts';
import { baseUrlOf, withInstallation } from '../installation.ts';
import type { Output } from '../output.ts';

/** A load that is interrupted leaves its key behind, which expires by itself. */
const borrowedKeyMs = 24 * 60 * 60_000;

/** `pcm load`. Without a key it borrows one from the installation. */
export function configureLoad(command: Command, config: Config, output: Output): void {
  configureCatalogLoad(command, {
    ...output,
    setExitCode: (code) => output.setExitCode(code),
    baseUrl: baseUrlOf(config),
    borrowKey: (workspace, scopes) => borrowKey(config, workspace, scopes),
  });
}

function borrowKey(config: Config, slug: string, scopes: readonly Scope[]): Promise<BorrowedKey> {
  return withInstallation(config, async ({ workspaces, keys }) => {
    const expiresAt = new Date(Date.now() + borrowedKeyMs).toISOString();
    const { key, id } = await keys.create(await workspaces.get(slug), { name: 'load', scopes: [...scopes], expiresAt });
    return {
      key,
      release: () => withInstallation(config, (later) => later.keys.revoke(encodeId('apiKey', id))),
    };
  });
}
