import { createWriteStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createProgress } from '@product-content/catalog-loader/progress';
import { type ExportProfile, ExportProfileCreateSchema, ExportRequestSchema } from '@product-content/contract';
import type { Command } from 'commander';
import type { Config } from '../../config/index.ts';
import { inWorkspace } from '../in-workspace.ts';
import { assertWritable } from '../named-file.ts';
import { type Output, printResult, renderTable } from '../output.ts';
import { parseInput } from '../parse-input.ts';
import { addExportOptions, type ExportFlags, toExportInput } from './export-options.ts';

interface RunFlags extends ExportFlags {
  readonly profile?: string;
  readonly zipImages?: boolean;
  readonly output?: string;
}

/** Adds `pcm export` and `pcm export-profile create|list|rotate|delete`. */
export function registerExportCommands(program: Command, config: Config, output: Output): void {
  addExportOptions(program.command('export').description('write products to a file, or to standard output'))
    .option('--profile <name>', 'an export profile, by its name or id')
    .option('--zip-images', 'a ZIP file of the products and their images')
    .option('-o, --output <file>', 'where to; default: standard output')
    .option('--json', 'print JSON when it is done')
    .action((flags: RunFlags) => run(config, output, flags));
  const profile = program
    .command('export-profile')
    .description('create, list and delete saved exports and their feeds');
  addExportOptions(profile.command('create').description('save an export; its feeds need no key'))
    .requiredOption('--name <name>', 'its name')
    .option('--json', 'print JSON')
    .action((flags: ExportFlags) => create(config, output, flags));
  const add = (name: string, description: string) =>
    profile
      .command(name)
      .description(description)
      .requiredOption('--workspace <slug>', 'the workspace it belongs to')
      .option('--json', 'print JSON');
  add('list', 'list the profiles with the addresses of their feeds').action((flags: ListFlags) =>
    list(config, output, flags),
  );
  add('rotate-feeds', 'give the feeds of a profile new addresses')
    .argument('<id>', 'its id')
    .action((id: string, flags: ListFlags) => rotate(config, output, id, flags));
  add('delete', 'delete a profile; its feeds are gone')
    .argument('<id>', 'its id')
    .action((id: string, flags: ListFlags) => remove(config, output, id, flags));
}

type ListFlags = Pick<ExportFlags, 'workspace' | 'json'>;

async function run(config: Config, output: Output, { output: file, ...flags }: RunFlags): Promise<void> {
  const request = parseInput(ExportRequestSchema, toExportInput(flags));
  if (file !== undefined) await assertWritable(file);
  const progress = createProgress(output.stderr);
  const keep = async (content: Readable) => {
    if (file !== undefined) return pipeline(content, createWriteStream(file));
    // Standard output stays open: others write to it.
    for await (const chunk of content) {
      if (!output.stdout.write(chunk)) await new Promise((resolve) => output.stdout.once('drain', resolve));
    }
  };
  const { count, warnings } = await inWorkspace(config, flags.workspace, async (container, ctx) => {
    const plan = await container.exports.plan(ctx, request);
    let began = false;
    const done = await container.exportRunner.run(ctx, plan, keep, {
      onProgress(written, total) {
        if (!began) progress.step('Products', total);
        began = true;
        progress.reach(written);
      },
      onWarning: ({ sku, message }) => progress.say([sku, message].filter(Boolean).join(': ')),
    });
    await container.exportRunner.noteRun(ctx, plan, done);
    return done;
  }).finally(() => progress.stop());
  // When the file goes to standard output, the summary would mix with it.
  if (file === undefined) return;
  const words = `${count} products are in ${file}.${warnings === 0 ? '' : ` There were ${warnings} warnings.`}`;
  printResult(output, flags.json, { file, count, warnings }, words);
}

async function create(config: Config, output: Output, flags: ExportFlags): Promise<void> {
  const input = parseInput(ExportProfileCreateSchema, toExportInput(flags));
  const made = await inWorkspace(config, flags.workspace, ({ exportProfiles }, ctx) =>
    exportProfiles.create(ctx, input),
  );
  printResult(
    output,
    flags.json,
    made,
    `The export profile "${made.name}" was created: ${made.id}\n\n${feedsOf(made)}`,
  );
}

async function list(config: Config, output: Output, { workspace, json }: ListFlags): Promise<void> {
  const found = await inWorkspace(config, workspace, ({ exportProfiles }, ctx) => exportProfiles.list(ctx));
  const rows = found.map(({ id, name, format, lastRun, feedUrls }) => [
    id,
    name,
    format,
    lastRun?.at.slice(0, 16) ?? '-',
    feedUrls[format],
  ]);
  printResult(output, json, found, renderTable(['ID', 'NAME', 'FORMAT', 'LAST RUN', 'FEED'], rows));
}

async function rotate(config: Config, output: Output, id: string, { workspace, json }: ListFlags): Promise<void> {
  const made = await inWorkspace(config, workspace, ({ exportProfiles }, ctx) => exportProfiles.rotateFeeds(ctx, id));
  printResult(output, json, made, feedsOf(made));
}

async function remove(config: Config, output: Output, id: string, { workspace, json }: ListFlags): Promise<void> {
  await inWorkspace(config, workspace, ({ exportProfiles }, ctx) => exportProfiles.delete(ctx, id));
  printResult(output, json, { id, deleted: true }, `The export profile ${id} was deleted.`);
}

function feedsOf({ feedUrls }: ExportProfile): string {
  return `Its feeds, which need no key:\n${Object.values(feedUrls).join('\n')}`;
}
