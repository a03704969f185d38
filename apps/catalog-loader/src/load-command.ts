import { ConnectionError, isApiError } from '@contract-kit/client';
import { limits, type Scope } from '@product-content/contract';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { LoadError } from './load-error.ts';

/** An API key for the duration of one load. */
export interface BorrowedKey {
  readonly key: string;
  /** Revokes the key. */
  release(): Promise<void>;
}

/** What the command needs from the program it belongs to. */
export interface LoadDependencies {
  /** Base address of the API, with `/api/v1`, unless `--base-url` names another. */
  readonly baseUrl: string;
  /**
   * Creates a key of a workspace if the caller provides none. Without it, `--key` is required.
   *
   * @throws when there is no such workspace.
   */
  borrowKey?(workspace: string, scopes: readonly Scope[]): Promise<BorrowedKey>;
  readonly stdout: NodeJS.WritableStream;
  readonly stderr: NodeJS.WriteStream;
  /** Receives the exit code of a load that did not throw. */
  setExitCode(code: number): void;
}

interface LoadFlags {
  readonly workspace?: string;
  readonly data: string;
  readonly baseUrl: string;
  readonly key?: string;
  readonly limit?: number;
  readonly report?: string;
  readonly imageBase?: string;
  readonly currency?: string;
  readonly json?: boolean;
}

const neededScopes: readonly Scope[] = ['products:read', 'products:write', 'catalog:read', 'catalog:write'];

/**
 * Configures a command to load a foreign catalog through the public API; it explains every record that is not loaded
 * unchanged. The exit code is 0 when everything is accounted for. The modules that read and send a catalog are imported
 * when the command runs.
 *
 * @example configureLoad(program.command('load'), dependencies); // pcm load icecat --workspace acme
 */
export function configureLoad(command: Command, dependencies: LoadDependencies): void {
  command
    .description('load a catalog through the public API: icecat, magento, rebrickable, or a folder')
    .argument('<catalog>', 'name of a catalog in the data folder, or a folder')
    .option('--workspace <slug>', 'the workspace to load into; default demo, or the one of --key')
    .addOption(dataOption())
    .option('--base-url <url>', 'base address of the API', parseHttp, dependencies.baseUrl)
    .addOption(keyOption(dependencies))
    .option('--limit <products>', `stop after this many products (${limits.bulkItems} go in one request)`, parseCount)
    .option('--report <file>', 'write every finding to a file, one JSON object per line')
    .option('--image-base <url>', 'https URL that relative image paths are resolved against', parseHttps)
    .option('--currency <code>', 'currency of prices without one; default the workspace’s')
    .option('--json', 'print the summary as JSON')
    .action((name: string, flags: LoadFlags) => run(name, flags, dependencies));
}

/** The folder of the catalogs: `--data`, otherwise CATALOG_DATA in the environment, otherwise beside the repository. */
export const dataOption = (): Option =>
  new Option('--data <folder>', 'the folder of the catalogs, or of this one')
    .env('CATALOG_DATA')
    .default('../shared/data');

const keyOption = ({ borrowKey }: LoadDependencies): Option =>
  borrowKey === undefined
    ? new Option('--key <key>', 'an API key').makeOptionMandatory()
    : new Option('--key <key>', 'an API key; without it one is created for the load');

async function run(name: string, flags: LoadFlags, dependencies: LoadDependencies): Promise<void> {
  const { createProgress, findCatalog, loadCatalog, openReportFile, renderSummary } = await import('./index.ts');
  const catalog = await findCatalog(name, flags.data);
  const report = await openReportFile(flags.report ?? null);
  let borrowed: BorrowedKey | undefined;
  try {
    const { baseUrl, workspace, limit, imageBase, currency } = flags;
    if (flags.key === undefined) borrowed = await dependencies.borrowKey?.(workspace ?? 'demo', neededScopes);
    const summary = await loadCatalog({
      api: { baseUrl, key: flags.key ?? borrowed?.key ?? '' },
      workspace,
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
    throw inWords(error);
  } finally {
    await borrowed?.release();
    await report.close();
  }
}

/** Why the API rejected a request or did not respond, in one line. */
function inWords(error: unknown): unknown {
  if (error instanceof ConnectionError) return new LoadError(error.message, { cause: error });
  if (!isApiError(error)) return error;
  const { operationId, status, code, reason } = error;
  const advice = status === 401 ? ' Give another one with --key.' : '';
  return new LoadError(`${operationId}: ${status} ${code}: ${reason}${advice}`, { cause: error });
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
