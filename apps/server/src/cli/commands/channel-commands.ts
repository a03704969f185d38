import {
  ChannelCreateSchema,
  type ChannelPatch,
  ChannelPatchSchema,
  PublishRequestSchema,
} from '@product-content/contract';
import type { Command } from 'commander';
import type { z } from 'zod';
import type { Config } from '../../config/index.ts';
import type { Container } from '../../container.ts';
import { notFound, type RequestContext, StartError, toFieldErrors } from '../../kernel/index.ts';
import { inWorkspace } from '../in-workspace.ts';
import { readNamedJson } from '../named-file.ts';
import { type Output, printResult, renderTable } from '../output.ts';
import { parseInput, parseList } from '../parse-input.ts';

interface Flags {
  readonly workspace: string;
  readonly json?: boolean;
}

interface PublishFlags extends Flags {
  readonly products?: string[];
  readonly onlyChanged?: boolean;
  readonly unpublish?: boolean;
}

/** Adds `pcm channel create|change|list|pause|resume|rotate-feed|delete|publish`. */
export function registerChannelCommands(program: Command, config: Config, output: Output): void {
  const channel = program.command('channel').description('create, change, list, pause, delete and publish channels');
  const add = (name: string, description: string) =>
    channel
      .command(name)
      .description(description)
      .requiredOption('--workspace <slug>', 'the workspace it belongs to')
      .option('--json', 'print JSON');
  add('create', 'create a channel from a file')
    .requiredOption('--file <path>', 'JSON, the body of POST /channels')
    .action((flags: Flags & { file: string }) => create(config, output, flags));
  add('change', 'change a channel with the content of a file')
    .argument('<channel>', 'its code or id')
    .requiredOption('--file <path>', 'JSON, the body of PATCH /channels/{id}')
    .action((reference: string, flags: Flags & { file: string }) => change(config, output, reference, flags));
  add('list', 'list the channels with their statistics').action((flags: Flags) => list(config, output, flags));
  for (const [name, status] of [
    ['pause', 'paused'],
    ['resume', 'active'],
  ] as const) {
    add(name, status === 'paused' ? 'keep a channel from being published' : 'let a channel be published again')
      .argument('<channel>', 'its code or id')
      .action((reference: string, flags: Flags) => patch(config, output, reference, flags, { status }));
  }
  add('rotate-feed', 'give the feed of a channel a new address')
    .argument('<channel>', 'its code or id')
    .action((reference: string, flags: Flags) => rotateFeed(config, output, reference, flags));
  add('delete', 'delete a channel with its feed')
    .argument('<channel>', 'its code or id')
    .action((reference: string, flags: Flags) => remove(config, output, reference, flags));
  add('publish', 'publish a channel; a running server does the work')
    .argument('<channel>', 'its code or id')
    .option('--products <list>', 'only these: SKUs or ids, comma separated', parseList)
    .option('--only-changed', 'skip products that the platform has with the same content')
    .option('--unpublish', 'withdraw instead')
    .action((reference: string, flags: PublishFlags) => publish(config, output, reference, flags));
}

async function create(
  config: Config,
  output: Output,
  { workspace, file, json }: Flags & { file: string },
): Promise<void> {
  const input = await readChannel(ChannelCreateSchema, file);
  const made = await inWorkspace(config, workspace, ({ channels }, ctx) => channels.create(ctx, input));
  const feed = made.feed === null ? '' : `\n\nIts feed, once it is published: ${made.feed.url}`;
  printResult(output, json, made, `The channel "${made.code}" was created: ${made.id}${feed}`);
}

async function list(config: Config, output: Output, { workspace, json }: Flags): Promise<void> {
  const found = await inWorkspace(config, workspace, ({ channels }, ctx) => channels.list(ctx));
  const rows = found.map(({ id, code, platform, status, readiness, listings }) => {
    const figures = [readiness.total, readiness.ready, listings.listed].map(String);
    return [id, code, platform, status, ...figures];
  });
  printResult(
    output,
    json,
    found,
    renderTable(['ID', 'CODE', 'PLATFORM', 'STATUS', 'PRODUCTS', 'READY', 'LISTED'], rows),
  );
}

async function change(
  config: Config,
  output: Output,
  reference: string,
  { file, ...flags }: Flags & { file: string },
): Promise<void> {
  await patch(config, output, reference, flags, await readChannel(ChannelPatchSchema, file));
}

async function patch(
  config: Config,
  output: Output,
  reference: string,
  { workspace, json }: Flags,
  input: ChannelPatch,
): Promise<void> {
  const changed = await inWorkspace(config, workspace, async (container, ctx) =>
    container.channels.patch(ctx, await findId(container, ctx, reference), input),
  );
  printResult(output, json, changed, `The channel "${changed.code}" is ${changed.status}.`);
}

async function rotateFeed(
  config: Config,
  output: Output,
  reference: string,
  { workspace, json }: Flags,
): Promise<void> {
  const changed = await inWorkspace(config, workspace, async (container, ctx) =>
    container.channels.rotateFeed(ctx, await findId(container, ctx, reference)),
  );
  printResult(
    output,
    json,
    changed,
    `The feed of the channel "${changed.code}" has a new address: ${changed.feed?.url}`,
  );
}

async function remove(config: Config, output: Output, reference: string, { workspace, json }: Flags): Promise<void> {
  const id = await inWorkspace(config, workspace, async (container, ctx) => {
    const found = await findId(container, ctx, reference);
    await container.channels.delete(ctx, found);
    return found;
  });
  printResult(output, json, { id, deleted: true }, `The channel ${id} was deleted.`);
}

async function publish(config: Config, output: Output, reference: string, flags: PublishFlags): Promise<void> {
  const { workspace, json, products, onlyChanged = false, unpublish = false } = flags;
  const request = parseInput(PublishRequestSchema, {
    ...(products !== undefined && { products }),
    onlyChanged,
    action: unpublish ? 'unpublish' : 'publish',
  });
  const job = await inWorkspace(config, workspace, async (container, ctx) =>
    container.publications.publish(ctx, await findId(container, ctx, reference), request),
  );
  printResult(output, json, job, `The job ${job.jobId} is queued: ${job.links.self}`);
}

/** @throws ApiError `not_found`. */
async function findId({ channels }: Container, ctx: RequestContext, reference: string): Promise<string> {
  const found = (await channels.list(ctx)).find(({ id, code }) => id === reference || code === reference);
  if (found === undefined) throw notFound('channel');
  return found.id;
}

/** @throws StartError naming the file and what is wrong with it. */
async function readChannel<Channel>(schema: z.ZodType<Channel>, file: string): Promise<Channel> {
  const result = schema.safeParse(await readNamedJson(file));
  if (result.success) return result.data;
  const problems = Object.entries(toFieldErrors(result.error.issues));
  throw new StartError(
    problems.map(([path, message]) => `${file}: ${path === '_root' ? '' : `${path}: `}${message}`).join('\n'),
  );
}
