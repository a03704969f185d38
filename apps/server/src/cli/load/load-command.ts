import { limits, type Scope } from '@product-content/contract';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { StartError } from '../../kernel/index.ts';
import { assertWritable } from '../named-file.ts';
import { ApiFailure } from './api/api-failure.ts';
import { findCatalog } from './catalogs/find-reader.ts';
import { loadCatalog } from './load-catalog.ts';
import { createProgress } from './report/progress.ts';
import { renderSummary } from './report/render-summary.ts';
import { openReportFile } from './report/report-file.ts';

/** An API key for the time of one load. */
export interface BorrowedKey {
  readonly key: string;
  /** Gives it back: it is no longer valid. */
  release(): Promise<void>;
}

/** What the command needs of the installation it runs in. */
export interface LoadDependencies {
  /** Base address of this installation's API, with `/api/v1`. */
  readonly baseUrl: string;
  /**
   * A key of a workspace, for when the caller gives none.
   *
   * @throws when there is no such workspace.
   */
  borrowKey(workspace: string, scopes: readonly Scope[]): Promise<BorrowedKey>;
  readonly stdout: NodeJS.WritableStream;
  readonly stderr: NodeJS.WriteStream;
  /** Hears the exit code of a load that did not throw. */
  setExitCode(code: number): void;
}

interface LoadFlags {
  readonly workspace?: string;
  readonly data: string;
  readonly baseUrl?: string;
  readonly key?: string;
  readonly limit?: number;
  readonly report?: string;
  readonly imageBase?: string;
  readonly currency?: string;
  readonly json?: boolean;
}

const neededScopes: readonly Scope[] = ['products:read', 'products:write', 'catalog:read', 'catalog:write'];

/**
 * Adds `pcm load <catalog>`: brings a foreign catalog in through the public API and says of every record that is
 * not loaded as it stands why. The exit code is 0 when everything is accounted for.
 *
 * @example pcm load icecat --workspace acme --report refusals.ndjson
 */
export function registerLoad(program: Command, dependencies: LoadDependencies): void {
  program
    .command('load')
    .description('load a catalog through the public API: icecat, magento, rebrickable, or a folder')
    .argument('<catalog>', 'name of a catalog in the data folder, or a folder')
    .option('--workspace <slug>', 'the workspace to load into; default demo, or the one of --key')
    .addOption(dataOption())
    .option('--base-url <url>', 'base address of the API', parseHttp, dependencies.baseUrl)
    .option('--key <key>', 'an API key; without it one is created for the load')
    .option('--limit <products>', `stop after so many products (${limits.bulkItems} go in one request)`, parseCount)
    .option('--report <file>', 'write every finding to a file, one JSON object a line')
    .option('--image-base <url>', 'https URL that relative image paths are resolved against', parseHttps)
    .option('--currency <code>', 'currency of prices that have none; default the workspace’s')
    .option('--json', 'print the summary as JSON')
    .action((name: string, flags: LoadFlags) => run(name, flags, dependencies));
}

/** Where the catalogs lie: `--data`, else the environment's CATALOG_DATA, else beside the repository. */
export const dataOption = (): Option =>
  new Option('--data <folder>', 'the folder of the catalogs, or of this one')
    .env('CATALOG_DATA')
    .default('../shared/data');

async function run(name: string, flags: LoadFlags, dependencies: LoadDependencies): Promise<void> {
  const catalog = await findCatalog(name, flags.data);
  if (flags.report !== undefined) await assertWritable(flags.report);
  const { baseUrl = dependencies.baseUrl, limit, imageBase, currency } = flags;
  const borrowed =
    flags.key === undefined ? await dependencies.borrowKey(flags.workspace ?? 'demo', neededScopes) : null;
  const report = openReportFile(flags.report ?? null);
  try {
    const summary = await loadCatalog({
      api: { baseUrl, key: flags.key ?? (borrowed as BorrowedKey).key },
      workspace: flags.workspace,
      catalog,
      limit,
      imageBase,
      currency,
      progress: createProgress(dependencies.stderr),
      onFinding: report.write,
    });
    dependencies.stdout.write(flags.json ? `${JSON.stringify(summary, null, 2)}\n` : renderSummary(summary));
    dependencies.setExitCode(summary.accountedFor ? 0 : 1);
  } catch (error) {
    if (!(error instanceof ApiFailure)) throw error;
    const advice = error.status === 401 ? ' Give another one with --key.' : '';
    throw new StartError(error.message + advice, { cause: error });
  } finally {
    await report.close();
    await borrowed?.release();
  }
}

function parseCount(text: string): number {
  if (!/^[1-9]\d{0,9}$/.test(text)) throw new InvalidArgumentError('It must be a whole number from 1.');
  return Number(text);
}

function parseHttp(text: string): string {
  const { protocol } = URL.parse(text) ?? {};
  if (protocol !== 'http:' && protocol !== 'https:') throw new InvalidArgumentError('It must be an http or https URL.');
  return text;
}

function parseHttps(text: string): string {
  if (URL.parse(text)?.protocol !== 'https:') throw new InvalidArgumentError('It must be an https URL.');
  return text;
}
