import { ApiKeyCreateSchema, allScopes } from '@product-content/contract';
import type { Command } from 'commander';
import type { Config } from '../../config/index.ts';
import type { KeySummary } from '../../features/keys/index.ts';
import { encodeId } from '../../kernel/index.ts';
import { withInstallation } from '../installation.ts';
import { type Output, printResult, renderTable } from '../output.ts';
import { parseInput, parseInstant, parseList } from '../parse-input.ts';

interface CreateFlags {
  readonly workspace: string;
  readonly name: string;
  readonly scopes: string[];
  readonly expires?: Date;
  readonly json?: boolean;
}

interface ListFlags {
  readonly workspace?: string;
  readonly json?: boolean;
}

/** `pcm key create`, `pcm key list` and `pcm key revoke`. */
export function configureKey(key: Command, config: Config, output: Output): void {
  key
    .command('create')
    .description('create a key, which is shown once')
    .requiredOption('--workspace <slug>', 'the workspace it gives access to')
    .requiredOption('--name <name>', 'what it is for')
    .requiredOption('--scopes <list>', 'its scopes: products:read,… or all', parseScopes)
    .option('--expires <instant>', 'when it expires: 2027-01-01T00:00:00Z', parseInstant)
    .option('--json', 'print JSON')
    .action((flags: CreateFlags) => create(config, output, flags));
  key
    .command('list')
    .description('list the keys, without their secrets')
    .option('--workspace <slug>', 'only the keys of this workspace')
    .option('--json', 'print JSON')
    .action((flags: ListFlags) => list(config, output, flags));
  key
    .command('revoke')
    .description('revoke a key; everywhere within a second')
    .argument('<id>', 'its id: key_…')
    .option('--json', 'print JSON')
    .action(async (id: string, { json }: { json?: boolean }) => {
      await withInstallation(config, ({ keys }) => keys.revoke(id));
      printResult(output, json, { id, revoked: true }, `The key ${id} was revoked.`);
    });
}

async function create(config: Config, output: Output, flags: CreateFlags): Promise<void> {
  const { workspace, name, scopes, expires, json } = flags;
  const input = parseInput(ApiKeyCreateSchema, { name, scopes, expiresAt: expires?.toISOString() });
  const created = await withInstallation(config, async ({ workspaces, keys }) => {
    return keys.create(await workspaces.get(workspace), input);
  });
  const { key, expiresAt } = created;
  const id = encodeId('apiKey', created.id);
  const words = `${key}\n\nKeep the key: it is not shown again. Its id is ${id}.`;
  printResult(output, json, { key, id, scopes: created.scopes, expiresAt }, words);
}

async function list(config: Config, output: Output, { workspace, json }: ListFlags): Promise<void> {
  const found = await withInstallation(config, async ({ workspaces, keys }) => {
    return keys.list(workspace === undefined ? null : await workspaces.get(workspace));
  });
  printResult(output, json, found.map(toJson), toTable(found));
}

function parseScopes(text: string): string[] {
  return text === 'all' ? [...allScopes] : parseList(text);
}

function toJson({ workspaceSlug, ...key }: KeySummary): object {
  return { ...key, id: encodeId('apiKey', key.id), workspace: workspaceSlug };
}

function toTable(keys: readonly KeySummary[]): string {
  const date = (instant: Date | null) => instant?.toISOString().slice(0, 16) ?? '-';
  const rows = keys.map((key) => {
    const scopes = key.scopes.length === allScopes.length ? 'all' : key.scopes.join(',');
    const ends = key.revokedAt === null ? date(key.expiresAt) : 'revoked';
    return [encodeId('apiKey', key.id), key.workspaceSlug, key.name, ends, date(key.lastUsedAt), scopes];
  });
  return renderTable(['ID', 'WORKSPACE', 'NAME', 'ENDS', 'LAST USED', 'SCOPES'], rows);
}
