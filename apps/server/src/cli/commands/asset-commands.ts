import type { Command } from 'commander';
import type { Config } from '../../config/index.ts';
import { inWorkspace } from '../in-workspace.ts';
import { baseUrlOf } from '../installation.ts';
import { type Output, printResult } from '../output.ts';

/** `pcm asset readdress`. */
export function configureAsset(asset: Command, config: Config, output: Output): void {
  asset
    .command('readdress')
    .description('after a change of PUBLIC_URL: rewrite the addresses of product images')
    .requiredOption('--workspace <slug>', 'the workspace of the products')
    .option('--json', 'print JSON')
    .action(async ({ workspace, json }: { workspace: string; json?: boolean }) => {
      await inWorkspace(config, workspace, ({ assets }, ctx) => assets.service.readdress(ctx));
      const baseUrl = baseUrlOf(config);
      printResult(
        output,
        json,
        { workspace, baseUrl },
        `Product images that show assets now have addresses below ${baseUrl}.`,
      );
    });
}
