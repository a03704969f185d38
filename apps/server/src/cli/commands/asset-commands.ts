import type { Command } from 'commander';
import type { Config } from '../../config/index.ts';
import { inWorkspace } from '../in-workspace.ts';
import { baseUrlOf } from '../installation.ts';
import { type Output, printResult } from '../output.ts';

/** Adds `pcm asset readdress`. */
export function registerAssetCommands(program: Command, config: Config, output: Output): void {
  program
    .command('asset')
    .description('upkeep of assets')
    .command('readdress')
    .description('after PUBLIC_URL changed: give the images of products the addresses files have now')
    .requiredOption('--workspace <slug>', 'the workspace whose products they are')
    .option('--json', 'print JSON')
    .action(async ({ workspace, json }: { workspace: string; json?: boolean }) => {
      await inWorkspace(config, workspace, ({ assets }, ctx) => assets.assets.readdress(ctx));
      const baseUrl = baseUrlOf(config);
      printResult(output, json, { workspace, baseUrl }, `Images that show assets are below ${baseUrl} now.`);
    });
}
