import type { CheckResult, OperationReport, Report } from './report.ts';

/** A report as text for people. */
export function formatReport(report: Report): string {
  return [...report.operations.map(formatOperation), formatSummary(report)].join('\n\n');
}

/** The last line of a report. */
export function formatSummary({ passed, failed, skipped, requests, seed, operations }: Report): string {
  const counts = `${passed} checks passed, ${failed} failed, ${skipped} skipped`;
  return `${counts}: ${operations.length} operations, ${requests} requests. Seed ${seed}.`;
}

/** What came of one operation, as text for people. */
export function formatOperation({ id, method, path, checks, unreached }: OperationReport): string {
  const passed = checks.filter(({ outcome }) => outcome === 'passed').length;
  return [
    `${id}  ${method} ${path}: ${passed} of ${checks.length} passed`,
    ...checks.filter(({ outcome }) => outcome === 'failed').map(formatFailure),
    ...formatSkipped(checks.filter(({ outcome }) => outcome === 'skipped')),
    ...(unreached.length > 0 ? [`  never answered: ${unreached.join(', ')}`] : []),
  ].join('\n');
}

function formatFailure({ id, holds, reason, evidence }: CheckResult): string {
  const shown = evidence === undefined ? [] : [`      ${evidence.curl}`, `      → ${evidence.answer}`];
  return [`  ✗ ${id}: ${holds}`, `      ${reason}`, ...shown].join('\n');
}

/** A line for each reason: one thing that is not known often keeps many checks from being made. */
function formatSkipped(skipped: readonly CheckResult[]): string[] {
  const byReason = Map.groupBy(skipped, ({ reason }) => reason);
  return [...byReason].map(
    ([reason, results]) => `  - skipped: ${reason}\n      ${results.map(({ id }) => id).join(', ')}`,
  );
}
