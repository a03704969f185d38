import type { Command } from 'commander';
import type { Config } from '../../config/index.ts';
import type { Finding } from '../../kernel/index.ts';
import { runCheck } from '../doctor/installation-check.ts';
import { withInstallation } from '../installation.ts';
import { type Output, printResult } from '../output.ts';

interface CheckResult {
  readonly name: string;
  readonly ok: boolean;
  /** What was found, for example a version. */
  readonly detail?: string;
  /** What to do. */
  readonly advice?: string;
  /** Stored records that need attention. */
  readonly findings?: readonly Finding[];
}

/** Adds `pcm doctor`. Its exit code is 1 when something needs attention. */
export function registerDoctorCommand(program: Command, config: Config, output: Output): void {
  program
    .command('doctor')
    .description('check settings, database, files, connections and stored data; changes nothing')
    .option('--json', 'print JSON')
    .action(async ({ json }: { json?: boolean }) => {
      const checks = await checkInstallation(config);
      // Opening the data of an older release would migrate it.
      if (checks.every(({ name, ok }) => ok || !name.startsWith('database'))) checks.push(...(await checkData(config)));
      const ok = checks.every((check) => check.ok);
      printResult(output, json, { ok, checks }, checks.map(describeResult).join('\n'));
      output.setExitCode(ok ? 0 : 1);
    });
}

async function checkInstallation(config: Config): Promise<CheckResult[]> {
  const { surroundingsChecks } = await import('../doctor/surroundings-checks.ts');
  const { databaseChecks } = await import('../doctor/database-checks.ts');
  const results = await Promise.all(
    [...surroundingsChecks, ...databaseChecks].map(async (check) => {
      const diagnosis = await runCheck(check, config);
      return diagnosis === null ? [] : [{ name: check.name, ok: diagnosis.advice === undefined, ...diagnosis }];
    }),
  );
  return results.flat();
}

async function checkData(config: Config): Promise<CheckResult[]> {
  return withInstallation(config, async (container) => {
    const results: CheckResult[] = [];
    for (const { name, run } of container.checks) {
      const findings = await run();
      results.push({ name, ok: findings.length === 0, findings });
    }
    return results;
  });
}

function describeResult({ name, ok, detail, advice, findings = [] }: CheckResult): string {
  const line = `${ok ? 'ok' : 'attention'}`.padEnd(11) + (detail === undefined ? name : `${name}: ${detail}`);
  return [line, ...(advice === undefined ? [] : [`  ${advice}`]), ...findings.map(describeFinding)].join('\n');
}

function describeFinding({ workspace, count, samples, message }: Finding): string {
  const more = count > samples.length ? ', …' : '';
  return `  ${workspace}: ${message}\n    ${count} in all: ${samples.join(', ')}${more}`;
}
