import type { Command } from 'commander';
import type { Config } from '../../config/index.ts';
import { encodeId, type WorkspaceSettings } from '../../kernel/index.ts';
import { withInstallation } from '../installation.ts';
import { type Output, printResult, renderTable } from '../output.ts';
import { parseInput, parseList } from '../parse-input.ts';

interface CreateFlags {
  readonly slug: string;
  readonly name: string;
  readonly locales: string[];
  readonly currencies: string[];
  readonly json?: boolean;
}

/** `pcm workspace create` and `pcm workspace list`. */
export function configureWorkspace(workspace: Command, config: Config, output: Output): void {
  workspace
    .command('create')
    .description('create a workspace')
    .requiredOption('--slug <slug>', 'its name on the command line: a-z, 0-9 and hyphens')
    .requiredOption('--name <name>', 'its name for people')
    .requiredOption('--locales <list>', 'its languages, the default one first: en,de,fr', parseList)
    .requiredOption('--currencies <list>', 'its currencies, the default one first: EUR,USD', parseList)
    .option('--json', 'print JSON')
    .action(async ({ json, ...flags }: CreateFlags) => {
      const { WorkspaceCreateSchema } = await import('../../features/workspaces/index.ts');
      const input = parseInput(WorkspaceCreateSchema, flags);
      const created = await withInstallation(config, ({ workspaces }) => workspaces.create(input));
      printResult(output, json, toJson(created), `The workspace "${created.slug}" was created.`);
    });
  workspace
    .command('list')
    .description('list the workspaces')
    .option('--json', 'print JSON')
    .action(async ({ json }: { json?: boolean }) => {
      const found = await withInstallation(config, ({ workspaces }) => workspaces.list());
      printResult(output, json, found.map(toJson), toTable(found));
    });
}

function toJson(workspace: WorkspaceSettings): object {
  return { ...workspace, id: encodeId('workspace', workspace.id) };
}

function toTable(workspaces: readonly WorkspaceSettings[]): string {
  const rows = workspaces.map(({ id, slug, name, locales, currencies }) => {
    return [slug, name, locales.join(','), currencies.join(','), encodeId('workspace', id)];
  });
  return renderTable(['SLUG', 'NAME', 'LOCALES', 'CURRENCIES', 'ID'], rows);
}
