import { type OpenApiProfile, openApiProfiles } from '@product-content/contract';
import { type Command, Option } from 'commander';
import { type Config, describeSettings } from '../../config/index.ts';
import { baseUrlOf, withInstallation } from '../installation.ts';
import { type Output, printResult, renderTable } from '../output.ts';

/** Adds `pcm migrate`, `pcm secrets rotate`, `pcm openapi` and `pcm settings`. */
export function registerMaintenanceCommands(program: Command, config: Config, output: Output): void {
  program
    .command('migrate')
    .description('migrate the database to the newest schema')
    .option('--json', 'print JSON')
    .action(async ({ json }: { json?: boolean }) => {
      const applied = await withInstallation(config, async ({ migrated }) => migrated);
      const words = applied.length === 0 ? 'The database is up to date.' : `Applied:\n${applied.join('\n')}`;
      printResult(output, json, { applied }, words);
    });
  program
    .command('secrets')
    .description('encrypt the secrets in the database with another key')
    .command('rotate')
    .description('encrypt them with the first key in SECRETS_KEY, while the server runs')
    .option('--plain', 'store them without encryption, as they are without SECRETS_KEY')
    .option('--json', 'print JSON')
    .action(async ({ plain = false, json }: { plain?: boolean; json?: boolean }) => {
      const changed = await withInstallation(config, ({ secrets }) => secrets.rotate({ plain }));
      const words = changed === 0 ? 'Nothing had to be changed.' : `${changed} secrets were changed.`;
      printResult(output, json, { changed }, words);
    });
  program
    .command('openapi')
    .description('print the OpenAPI document of this installation')
    .addOption(new Option('--profile <profile>', 'the document for client generators').choices(openApiProfiles))
    .action(async ({ profile }: { profile?: OpenApiProfile }) => {
      const { readOpenApiText } = await import('../../features/meta/index.ts');
      const { text } = await readOpenApiText(baseUrlOf(config), profile);
      output.stdout.write(`${JSON.stringify(JSON.parse(text), null, 2)}\n`);
    });
  program
    .command('settings')
    .description('list the settings with their meanings and defaults')
    .option('--json', 'print JSON')
    .action(({ json }: { json?: boolean }) => {
      const settings = describeSettings();
      const rows = settings.map((setting) => [setting.name, setting.default ?? '-', setting.description]);
      printResult(output, json, settings, renderTable(['NAME', 'DEFAULT', 'MEANING'], rows));
    });
}
