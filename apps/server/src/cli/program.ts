import { Command } from 'commander';
import type { Config } from '../config/index.ts';
import type { Output } from './output.ts';

/** Gives a command its arguments, options, subcommands and action. */
type Configure = (command: Command, config: Config, output: Output) => void;

interface CommandEntry {
  readonly name: string;
  readonly description: string;
  /** Imports the rest, when the command is called: what one command needs, the others do not wait for. */
  readonly load: () => Promise<Configure>;
}

const commands: readonly CommandEntry[] = [
  {
    name: 'workspace',
    description: 'create and list workspaces',
    load: async () => (await import('./commands/workspace-commands.ts')).configureWorkspace,
  },
  {
    name: 'key',
    description: 'create, list and revoke API keys',
    load: async () => (await import('./commands/key-commands.ts')).configureKey,
  },
  {
    name: 'asset',
    description: 'maintain assets',
    load: async () => (await import('./commands/asset-commands.ts')).configureAsset,
  },
  {
    name: 'channel',
    description: 'create, change, list, pause, delete and publish channels',
    load: async () => (await import('./commands/channel-commands.ts')).configureChannel,
  },
  {
    name: 'export',
    description: 'write products to a file, or to standard output',
    load: async () => (await import('./commands/export-commands.ts')).configureExport,
  },
  {
    name: 'export-profile',
    description: 'create, list and delete saved exports and their feeds',
    load: async () => (await import('./commands/export-commands.ts')).configureExportProfile,
  },
  {
    name: 'import',
    description: 'import a file of products',
    load: async () => (await import('./commands/import-command.ts')).configureImport,
  },
  {
    name: 'backup',
    description: 'save database and files together, while the server runs',
    load: async () => (await import('./commands/backup-commands.ts')).configureBackup,
  },
  {
    name: 'restore',
    description: 'bring database and files to the state of a backup, while no server runs',
    load: async () => (await import('./commands/backup-commands.ts')).configureRestore,
  },
  {
    name: 'migrate',
    description: 'migrate the database to the newest schema',
    load: async () => (await import('./commands/maintenance-commands.ts')).configureMigrate,
  },
  {
    name: 'secrets',
    description: 'encrypt the secrets in the database with another key',
    load: async () => (await import('./commands/maintenance-commands.ts')).configureSecrets,
  },
  {
    name: 'openapi',
    description: 'print the OpenAPI document of this installation',
    load: async () => (await import('./commands/maintenance-commands.ts')).configureOpenapi,
  },
  {
    name: 'settings',
    description: 'list the settings with their meanings and defaults',
    load: async () => (await import('./commands/maintenance-commands.ts')).configureSettings,
  },
  {
    name: 'doctor',
    description: 'check settings, database, files, connections and stored data; changes nothing',
    load: async () => (await import('./commands/doctor-command.ts')).configureDoctor,
  },
  {
    name: 'webhook',
    description: 'receive webhooks',
    load: async () => (await import('./commands/webhook-commands.ts')).configureWebhook,
  },
  {
    name: 'load',
    description: 'load a catalog through the public API',
    load: async () => (await import('./commands/load-command.ts')).configureLoad,
  },
];

/**
 * The command line of the app, `pcm`. It throws where commander would end the process.
 *
 * @param readConfig called when a command needs the settings: help does not.
 */
export function createProgram(readConfig: () => Promise<Config>, output: Output): Command {
  const program = new Command('pcm')
    .description('Product Content Management: workspaces, keys, channels and files, with the settings of the server')
    .showSuggestionAfterError()
    .configureOutput({
      writeOut: (text) => void output.stdout.write(text),
      writeErr: (text) => void output.stderr.write(text),
      outputError: (text, write) => write(`${text.trim().replaceAll('\n', ' ')} (see --help)\n`),
    })
    .exitOverride()
    .helpCommand(false);
  for (const { name, description } of commands) program.command(name).description(description);
  program
    .command('help')
    .description('display help for command')
    .argument('[command]')
    .action(async (name?: string) => {
      await program.parseAsync(name === undefined ? ['--help'] : [name, '--help'], { from: 'user' });
    });
  return program.hook('preSubcommand', async (_, command) => {
    const entry = commands.find(({ name }) => name === command.name());
    if (entry === undefined) return;
    const [config, configure] = await Promise.all([readConfig(), entry.load()]);
    configure(command, config, output);
  });
}
