import { once } from 'node:events';
import process from 'node:process';
import { type ContractRoute, contractRoutesOf } from '@contract-kit/contract-testing/generating';
import { type CommandHost, type SecurityScheme, securitySchemesOf, vocabularyKey } from '@contract-kit/http-spec';
import { Command, InvalidArgumentError } from 'commander';
import type { AppRouter } from '../contract/ts-rest.ts';
import type { MockCaller } from '../options.ts';
import { serveMock } from '../serve/serve-mock.ts';

interface MockFlags {
  readonly contract: string;
  readonly export: string;
  readonly port: number;
  readonly seed: number;
  readonly records: number;
  readonly latency: number;
  readonly basePath: string;
  readonly key?: readonly string[];
  readonly webhookUrl?: string;
  readonly webhookSecret?: string;
}

/**
 * The command `contract-kit mock`. It serves until it is interrupted.
 *
 * @param done gets the exit code, 0.
 */
export function createCommand(host: CommandHost<AppRouter>, done: (code: number) => void): Command {
  return new Command('contract-kit mock')
    .description('Serves a contract from memory, without its server, on a port of this machine.')
    .configureOutput({ writeOut: (text) => host.out(text), writeErr: (text) => host.err(text) })
    .exitOverride()
    .requiredOption('--contract <file>', 'module that exports the contract')
    .option('--export <name>', 'name of the export', 'contract')
    .option('--port <number>', 'port to listen on; 0 for a free one', toNumber, 4010)
    .option('--seed <number>', 'seed of ids and values; the same seed makes the same ones', toNumber, 1)
    .option('--records <number>', 'records each list has at the beginning', toNumber, 3)
    .option('--latency <ms>', 'milliseconds each response is delayed by', toNumber, 0)
    .option('--base-path <path>', 'where the paths of the contract start', '')
    .option(
      '--key <key>',
      'an accepted credential, with its own tenant; repeat it for each; default: any credential',
      collect,
    )
    .option('--webhook-url <address>', 'address that receives every event')
    .option('--webhook-secret <secret>', 'secret that signs the events sent to it')
    .action(async (flags: MockFlags) => {
      await serve(flags, host);
      done(0);
    });
}

async function serve(flags: MockFlags, { out, err, loadContract }: CommandHost<AppRouter>): Promise<void> {
  const { key, webhookUrl: url, webhookSecret: secret, latency: latencyMs, ...options } = flags;
  const contract = await loadContract(flags.contract, flags.export);
  const server = await serveMock(contract, {
    ...options,
    latencyMs,
    ...(key !== undefined && { keys: keysOf(key) }),
    webhooks: { ...(url !== undefined && { url }), ...(secret !== undefined && { secret }) },
    report: (line) => out(`${line}\n`),
    logger: { error: (fields, message) => err(`${message}: ${reasonOf(fields)}\n`) },
  });
  const routes = contractRoutesOf(contract);
  out(`${routes.length} operations at ${server.baseUrl}\n${curlOf(routes, server.baseUrl, key?.[0] ?? 'any-key')}\n`);
  await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
  await server.close();
}

function keysOf(keys: readonly string[]): Readonly<Record<string, MockCaller>> {
  return Object.fromEntries(keys.map((key, index) => [key, { tenantId: `tenant-${index + 1}` }]));
}

function reasonOf(fields: object): string {
  if ('err' in fields && fields.err instanceof Error) return fields.err.message;
  return JSON.stringify(fields);
}

/** A read request as a curl line: a list if there is one. */
function curlOf(routes: readonly ContractRoute[], baseUrl: string, key: string): string {
  const reads = routes.filter(({ method, path }) => method === 'GET' && !path.includes(':'));
  const route = reads.find(({ policy }) => policy.scopes.length > 0) ?? reads[0] ?? routes[0];
  const [scheme] = route?.policy.auth ?? [];
  const declared = scheme === undefined ? undefined : route?.policy[vocabularyKey]?.authSchemes[scheme];
  const [way] = declared === undefined ? [] : Object.values(securitySchemesOf(scheme as string, declared));
  const method = route === undefined || route.method === 'GET' ? '' : `-X ${route.method} `;
  return `curl -i ${method}${baseUrl}${route?.path ?? '/'}${way === undefined ? '' : ` -H '${presentAs(way, key)}'`}`;
}

function presentAs(way: SecurityScheme, key: string): string {
  if (way.type === 'apiKey') return way.in === 'cookie' ? `Cookie: ${way.name}=${key}` : `${way.name}: ${key}`;
  return `Authorization: ${way.type === 'http' && way.scheme !== 'bearer' ? way.scheme : 'Bearer'} ${key}`;
}

function collect(text: string, given: readonly string[] = []): readonly string[] {
  return [...given, text];
}

function toNumber(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('Must be a whole number.');
  return Number(text);
}
