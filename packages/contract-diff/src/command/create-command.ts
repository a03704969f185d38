import { readFile, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { CommandHost } from '@contract-kit/http-spec';
import { Command, Option } from 'commander';
import { judgeFindings, parseAcknowledgements } from '../acknowledgements.ts';
import { allRules } from '../all-rules.ts';
import { diffContracts } from '../diff-contracts.ts';
import { type Format, formats } from '../reports/formats.ts';
import type { Level } from '../rule.ts';
import type { AppRouter } from '../ts-rest.ts';
import { type ContractSource, loadEarlier, loadModule } from './load-snapshot.ts';

interface Flags extends ContractSource {
  readonly against?: string;
  readonly format: Format;
  readonly failOn: Level;
  readonly acknowledged?: string;
  readonly write?: string;
  readonly rules?: true;
}

/**
 * The command `contract-kit diff`.
 *
 * @param done gets the exit code: 1 when a finding at or above the level is not acknowledged, else 0.
 */
export function createCommand(host: CommandHost<AppRouter>, done: (code: number) => void): Command {
  return new Command('contract-kit diff')
    .description('Compares a contract with an earlier one, and fails if callers of the earlier one would break.')
    .configureOutput({ writeOut: host.out, writeErr: host.err })
    .exitOverride()
    .option('--against <what>', 'earlier contract: a git ref, a snapshot, an OpenAPI document or module, or an address')
    .option('--contract <file>', 'module that exports the contract', './contract.ts')
    .option('--export <name>', 'name of the export', 'contract')
    .option('--options <name>', 'export of the module with version and webhooks, as createOpenApiDocument() takes them')
    .addOption(new Option('--format <name>', 'how to write').choices(Object.keys(formats)).default('text'))
    .addOption(
      new Option('--fail-on <level>', 'lowest level that fails').choices(['breaking', 'risky']).default('breaking'),
    )
    .option('--acknowledged <file>', 'JSON file of findings that are accepted: [{ fingerprints, reason, expires? }]')
    .option('--write <file>', 'write the snapshot of the contract to a file, for later comparisons')
    .option('--rules', 'list the rules instead')
    .action(async (flags: Flags) => done(await run(flags, host)));
}

async function run(flags: Flags, host: CommandHost<AppRouter>): Promise<number> {
  if (flags.rules) {
    for (const { id, level, meaning } of allRules) host.out(`${level.padEnd(8)}  ${id}: ${meaning}.\n`);
    return 0;
  }
  if (flags.against === undefined && flags.write === undefined) throw new TypeError('Pass --against, --write or both.');
  const after = await loadModule(flags, host);
  if (flags.write !== undefined) {
    await writeFile(resolve(host.folder, flags.write), `${JSON.stringify(after, null, 2)}\n`);
  }
  if (flags.against === undefined) return 0;
  const before = await loadEarlier(flags.against, flags, host);
  const judgement = judgeFindings(diffContracts(before, after), {
    failOn: flags.failOn,
    ...(flags.acknowledged !== undefined && {
      acknowledgements: await readAcknowledgements(resolve(host.folder, flags.acknowledged)),
    }),
  });
  host.out(formats[flags.format](judgement));
  return judgement.failing.length === 0 ? 0 : 1;
}

async function readAcknowledgements(file: string) {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw new TypeError(`${file} cannot be read.`, { cause: error });
  });
  try {
    return parseAcknowledgements(JSON.parse(text));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new TypeError(`${file} is not valid JSON.`, { cause: error });
  }
}
