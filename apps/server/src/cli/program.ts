import { type BorrowedKey, configureLoad } from '@product-content/catalog-loader/command';
import type { Scope } from '@product-content/contract';
import { Command } from 'commander';
import type { Config } from '../config/index.ts';
import { encodeId } from '../kernel/index.ts';
import { registerAssetCommands } from './commands/asset-commands.ts';
import { registerBackupCommands } from './commands/backup-commands.ts';
import { registerChannelCommands } from './commands/channel-commands.ts';
import { registerDoctorCommand } from './commands/doctor-command.ts';
import { registerExportCommands } from './commands/export-commands.ts';
import { registerImportCommand } from './commands/import-command.ts';
import { registerKeyCommands } from './commands/key-commands.ts';
import { registerMaintenanceCommands } from './commands/maintenance-commands.ts';
import { registerWebhookCommands } from './commands/webhook-commands.ts';
import { registerWorkspaceCommands } from './commands/workspace-commands.ts';
import { baseUrlOf, withInstallation } from './installation.ts';
import type { Output } from './output.ts';

/** A load that is interrupted leaves its key behind, which expires by itself. */
const borrowedKeyMs = 24 * 60 * 60_000;

/** The command line of the app, `pcm`. It throws where commander would end the process. */
export function createProgram(config: Config, output: Output): Command {
  const program = new Command('pcm')
    .description('Product Content Management: workspaces, keys, channels and files, with the settings of the server')
    .showSuggestionAfterError()
    .configureOutput({
      writeOut: (text) => void output.stdout.write(text),
      writeErr: (text) => void output.stderr.write(text),
      outputError: (text, write) => write(`${text.trim().replaceAll('\n', ' ')} (see --help)\n`),
    })
    .exitOverride();
  registerWorkspaceCommands(program, config, output);
  registerKeyCommands(program, config, output);
  registerAssetCommands(program, config, output);
  registerChannelCommands(program, config, output);
  registerExportCommands(program, config, output);
  registerImportCommand(program, config, output);
  registerBackupCommands(program, config, output);
  registerMaintenanceCommands(program, config, output);
  registerDoctorCommand(program, config, output);
  registerWebhookCommands(program, output);
  configureLoad(program.command('load'), {
    ...output,
    setExitCode: (code) => output.setExitCode(code),
    baseUrl: baseUrlOf(config),
    borrowKey: (workspace, scopes) => borrowKey(config, workspace, scopes),
  });
  return program;
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
