import { readFileSync } from 'node:fs';
import { Command, InvalidArgumentError } from 'commander';
import { formatOperation, formatSummary } from '../reporting/format-report.ts';
import { startVerification } from '../verify-contract.ts';
import { loadContract, loadSetup } from './load-modules.ts';

/** Where the command writes, and where relative paths start. */
export interface Terminal {
  readonly folder: string;
  out(text: string): void;
  err(text: string): void;
}

interface VerifyFlags {
  readonly contract: string;
  readonly export: string;
  readonly url: string;
  readonly key?: string;
  readonly otherKey?: string;
  readonly without?: Readonly<Record<string, string>>;
  readonly setup?: string;
  readonly only?: readonly string[];
  readonly seed?: number;
  readonly runs: number;
  readonly json?: true;
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
    .description('Holds a running server to its contract. It writes to the server: use a tenant made for it.')
    .requiredOption('--contract <file>', 'module that exports the contract')
    .option('--export <name>', 'its name there', 'contract')
    .requiredOption('--url <address>', 'where the paths of the contract start')
    .option('--key <key>', 'key with every scope; @file reads it from a file', readKey)
    .option('--other-key <key>', 'key with every scope, of another tenant', readKey)
    .option('--without <scope=key>', 'key with every scope but this one; repeat it for each scope', collectKey)
    .option('--setup <file>', 'module that exports `links`, `prepare` or `volatileFields`')
    .option('--only <ids...>', 'operations (todos.create, todos.*) and checks (access.*)')
    .option('--runs <number>', 'generated requests of each check', toNumber, 20)
    .option('--seed <number>', 'makes the requests of an earlier run again', toNumber)
    .option('--json', 'the report as JSON')
    .action(async (flags: VerifyFlags) => done(await verify(flags, terminal)));
  return program;
}

async function verify(flags: VerifyFlags, { folder, out }: Terminal): Promise<number> {
  const { url, key, otherKey, without, only, seed, runs } = flags;
  const contract = await loadContract(flags.contract, flags.export, folder);
  const setup = flags.setup === undefined ? {} : await loadSetup(flags.setup, folder);
  const verification = await startVerification(contract, {
    ...setup,
    baseUrl: url,
    keys: {
      ...(key !== undefined && { full: key }),
      ...(otherKey !== undefined && { otherTenant: otherKey }),
      ...(without !== undefined && { withoutScope: (...scopes) => without[scopes.join()] ?? null }),
    },
    ...(only !== undefined && { only }),
    ...(seed !== undefined && { seed }),
    runs,
  });
  for (const operation of verification.operations) {
    const report = await verification.verify(operation);
    if (flags.json !== true) out(`${formatOperation(report)}\n\n`);
  }
  const report = verification.report();
  out(flags.json === true ? `${JSON.stringify(report, null, 2)}\n` : `${formatSummary(report)}\n`);
  return report.failed === 0 ? 0 : 1;
}

/** A key as it is, or out of a file, so that it does not stand in the list of processes. */
function readKey(text: string): string {
  if (!text.startsWith('@')) return text;
  try {
    return readFileSync(text.slice(1), 'utf8').trim();
  } catch {
    throw new InvalidArgumentError(`The file ${text.slice(1)} cannot be read.`);
  }
}

function collectKey(text: string, keys: Readonly<Record<string, string>> = {}): Record<string, string> {
  const [scope = '', key = ''] = [text.slice(0, text.indexOf('=')), text.slice(text.indexOf('=') + 1)];
  if (scope === '' || key === '') throw new InvalidArgumentError('Write scope=key.');
  return { ...keys, [scope]: readKey(key) };
}

function toNumber(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('It is a whole number.');
  return Number(text);
}
