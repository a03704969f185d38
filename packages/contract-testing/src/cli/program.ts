import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { dirname, relative, resolve } from 'node:path';
import { renderRoutes } from '@contract-kit/client';
import type { Terminal } from '@contract-kit/http-spec';
import { Command, InvalidArgumentError } from 'commander';
import { apiKeyScheme } from '../calling/credentials.ts';
import type { Credentials, SchemeCredentials, VerifiedServer, VerifyOptions } from '../calling/options.ts';
import { formatOperation, formatSummary } from '../running/format-report.ts';
import type { AppRouter } from '../ts-rest.ts';
import { startVerification } from '../verify-contract.ts';
import { loadApp, loadContract, loadSetup } from './load-modules.ts';
import { addPackageCommands } from './package-commands.ts';

interface VerifyFlags {
  readonly contract: string;
  readonly export: string;
  readonly url?: string;
  readonly app?: string;
  readonly basePath?: string;
  readonly key?: string;
  readonly otherKey?: string;
  readonly without?: Readonly<Record<string, string>>;
  readonly credential?: Readonly<Record<string, string>>;
  readonly setup?: string;
  readonly only?: readonly string[];
  readonly every: number;
  readonly seed?: number;
  readonly runs: number;
  readonly json?: true;
}

interface RoutesFlags {
  readonly contract: string;
  readonly export: string;
  readonly from?: string;
  readonly out?: string;
}

/**
 * The command `contract-kit`.
 *
 * @param done gets the exit code: 0 when everything passed, 1 when a check failed.
 */
export function createProgram(terminal: Terminal, done: (code: number) => void): Command {
  const program = new Command('contract-kit').description('Tools for ts-rest contracts with route policies.');
  program.configureOutput({ writeOut: terminal.out, writeErr: terminal.err }).exitOverride();
  program
    .command('verify')
    .description('Verifies that a server keeps its contract. It writes to the server: use a dedicated tenant.')
    .requiredOption('--contract <file>', 'module that exports the contract')
    .option('--export <name>', 'name of the export', 'contract')
    .option('--url <address>', 'a running server: where the paths of the contract start')
    .option('--app <file>', 'module that exports `app`: an Express app, a listener of node:http or a fetch handler')
    .option('--base-path <path>', 'where the paths of the contract start in the app')
    .option('--key <key>', 'key with every scope; @file reads it from a file', readKey)
    .option('--other-key <key>', 'key with every scope, of another tenant', readKey)
    .option('--without <scope=key>', 'key with every scope but this one; repeat it for each scope', collectKey)
    .option('--credential <scheme=value>', 'credential of another scheme; repeat it for each scheme', collectKey)
    .option('--setup <file>', 'module that exports `credentials`, `links`, `prepare` or `volatileFields`')
    .option('--only <ids...>', 'operations (todos.create, todos.*) and checks (access.*)')
    .option('--every <number>', 'for a quick run: 3 makes every third check of each operation', toNumber, 1)
    .option('--runs <number>', 'generated requests per check', toNumber, 20)
    .option('--seed <number>', 'seed of an earlier run, to repeat its requests', toNumber)
    .option('--json', 'the report as JSON')
    .action(async (flags: VerifyFlags) => done(await verify(flags, terminal)));
  program
    .command('routes')
    .description('Writes the routes of a contract, for a client that does not load it.')
    .requiredOption('--contract <file>', 'module that exports the contract')
    .option('--export <name>', 'name of the export', 'contract')
    .option('--out <file>', 'TypeScript module to write; without it, the text is printed')
    .option('--from <module>', 'module specifier of the contract in the written module; default: the file')
    .action((flags: RoutesFlags) => writeRoutes(flags, terminal));
  addPackageCommands(program, terminal, done);
  return program;
}

async function writeRoutes({ contract, export: name, from, out }: RoutesFlags, terminal: Terminal): Promise<void> {
  const { folder } = terminal;
  const target = resolve(folder, out ?? 'routes.ts');
  const path = relative(dirname(target), resolve(folder, contract)).replaceAll('\\', '/');
  const text = renderRoutes(await loadContract(contract, name, folder), {
    from: from ?? (path.startsWith('.') ? path : `./${path}`),
    name,
  });
  if (out === undefined) terminal.out(text);
  else await writeFile(target, text);
}

async function verify(flags: VerifyFlags, terminal: Terminal): Promise<number> {
  const { only, every, seed, runs } = flags;
  const contract = await loadContract(flags.contract, flags.export, terminal.folder);
  const { server, close } = await findServer(flags, terminal);
  try {
    const { credentials, ...setup } = flags.setup === undefined ? {} : await loadSetup(flags.setup, terminal.folder);
    return await report(flags, terminal, contract, {
      ...server,
      ...setup,
      credentials: credentialsOf(flags, credentials),
      ...(only !== undefined && { only }),
      ...(seed !== undefined && { seed }),
      every,
      runs,
    });
  } finally {
    await close();
  }
}

/** Verifies and prints; returns the exit code. */
async function report({ json }: VerifyFlags, { out }: Terminal, contract: AppRouter, options: VerifyOptions) {
  const verification = await startVerification(contract, options);
  try {
    for (const operation of verification.operations) {
      const verified = await verification.verify(operation);
      if (json !== true) out(`${formatOperation(verified)}\n\n`);
    }
  } finally {
    await verification.close();
  }
  const result = verification.report();
  out(json === true ? `${JSON.stringify(result, null, 2)}\n` : `${formatSummary(result)}\n`);
  return result.failed === 0 ? 0 : 1;
}

/** @throws TypeError unless there is either an address or an app. */
async function findServer(
  { url, app, basePath }: VerifyFlags,
  { folder }: Terminal,
): Promise<{ server: VerifiedServer; close(): unknown }> {
  if ((url === undefined) === (app === undefined)) throw new TypeError('Give either --url or --app.');
  if (app === undefined) return { server: { baseUrl: url ?? '' }, close: () => undefined };
  const { app: loaded, close } = await loadApp(app, folder);
  return { server: { app: loaded, ...(basePath !== undefined && { basePath }) }, close };
}

/** Credentials from flags, merged with those of the setup. */
function credentialsOf(
  { key, otherKey, without, credential }: VerifyFlags,
  { [apiKeyScheme]: known, ...others }: Credentials = {},
): Credentials {
  const { full = key, ...further } = typeof known === 'string' ? { full: known } : { ...known };
  const rest = { ...others, ...credential };
  if (full === undefined) return rest;
  const apiKey: SchemeCredentials = {
    ...further,
    full: key ?? full,
    ...(otherKey !== undefined && { otherTenant: otherKey }),
    ...(without !== undefined && { withoutScope: (...scopes) => without[scopes.join()] ?? null }),
  };
  return { [apiKeyScheme]: apiKey, ...rest };
}

/** A key, or `@file` to read it from, so that it does not appear in the list of processes. */
function readKey(text: string): string {
  if (!text.startsWith('@')) return text;
  try {
    return readFileSync(text.slice(1), 'utf8').trim();
  } catch {
    throw new InvalidArgumentError(`The file ${text.slice(1)} cannot be read.`);
  }
}

function collectKey(text: string, given: Readonly<Record<string, string>> = {}): Record<string, string> {
  const [, name, value] = /^([^=]+)=(.+)$/s.exec(text) ?? [];
  if (name === undefined || value === undefined) throw new InvalidArgumentError('Write name=value.');
  return { ...given, [name]: readKey(value) };
}

function toNumber(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('Must be a whole number.');
  return Number(text);
}
