import type { Command } from 'commander';
import type { Config } from '../../config/index.ts';
import type { Finding } from '../../kernel/index.ts';
import { withInstallation } from '../installation.ts';
import { type Output, printResult } from '../output.ts';

interface CheckResult {
  readonly name: string;
  readonly findings: readonly Finding[];
}

/** Adds `pcm doctor`. Its exit code is 1 when something needs attention. */
export function registerDoctorCommand(program: Command, config: Config, output: Output): void {
  program
    .command('doctor')
    .description('look for stored data that needs attention; changes nothing')
    .option('--json', 'print JSON')
    .action(async ({ json }: { json?: boolean }) => {
      const checks = await withInstallation(config, async (container) => {
        const results: CheckResult[] = [];
        for (const { name, run } of container.checks) results.push({ name, findings: await run() });
        return results;
      });
      const ok = checks.every(({ findings }) => findings.length === 0);
      printResult(output, json, { ok, checks }, checks.map(describeResult).join('\n'));
      output.setExitCode(ok ? 0 : 1);
    });
}

function describeResult({ name, findings }: CheckResult): string {
  if (findings.length === 0) return `ok         ${name}`;
  return [`attention  ${name}`, ...findings.map(describeFinding)].join('\n');
}

function describeFinding({ workspace, count, samples, message }: Finding): string {
  const more = count > samples.length ? ', …' : '';
  return `  ${workspace}: ${message}\n    ${count} in all: ${samples.join(', ')}${more}`;
}
