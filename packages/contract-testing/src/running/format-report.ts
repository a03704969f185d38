import type { CheckResult, OperationReport, Report } from './report.ts';

/** A report as text for people. */
export function formatReport(report: Report): string {
  return [...report.operations.map(formatOperation), formatSummary(report)].join('\n\n');
}

/** The last lines of a report: checks that were skipped, statuses that were never returned, and totals. */
export function formatSummary(report: Report): string {
  const { passed, failed, skipped, requests, seed, operations } = report;
  const counts = `${passed} checks passed, ${failed} failed, ${skipped} skipped`;
  return [
    ...formatUnreached(operations),
    ...formatUnmade(operations),
    `${counts}: ${operations.length} operations, ${requests} requests. Seed ${seed}.`,
  ].join('\n');
}

/** The report of one operation as text. Checks that ran for no operation are listed in the summary. */
export function formatOperation({ id, method, path, checks, unreached }: OperationReport): string {
  const made = checks.filter(({ lacks }) => lacks === undefined);
  const passed = made.filter(({ outcome }) => outcome === 'passed').length;
  const failures = made.filter(({ outcome }) => outcome === 'failed');
  return [
    `${id}  ${method} ${path}: ${passed} of ${made.length} passed`,
    ...failures.map(formatFailure),
    ...formatSkipped(
      made.filter(({ outcome }) => outcome === 'skipped'),
      new Set(failures.map(({ reason }) => reason)),
    ),
    ...(unreached.length > 0 ? [`  never returned: ${unreached.join(', ')}`] : []),
  ].join('\n');
}

function formatFailure({ id, holds, reason, evidence }: CheckResult): string {
  const shown = evidence === undefined ? [] : [`      ${evidence.curl}`, `      → ${evidence.response}`];
  return [`  ✗ ${id}: ${holds}`, `      ${reason}`, ...shown].join('\n');
}

/** One line per reason: a single cause often skips many checks. */
function formatSkipped(skipped: readonly CheckResult[], said: ReadonlySet<string>): string[] {
  const byReason = Map.groupBy(skipped, ({ reason }) => (said.has(reason) ? 'for a reason above.' : reason));
  return [...byReason].map(
    ([reason, results]) => `  - skipped: ${reason}\n      ${results.map(({ id }) => id).join(', ')}`,
  );
}

/** How to pass a missing credential to the command. */
const flags = { otherTenant: '--other-key', withoutScope: '--without' } as const;

/** Checks that ran for no operation, with the credential they need. */
function formatUnmade(operations: readonly OperationReport[]): string[] {
  const unmade = operations.flatMap(({ checks }) => checks).filter(({ lacks }) => lacks !== undefined);
  const byCredential = Map.groupBy(unmade, ({ lacks = 'otherTenant' }) => lacks);
  return [...byCredential].map(([credential, results]) => {
    const ids = [...new Set(results.map(({ id }) => id))];
    return `Not checked without the credential ${credential} (${flags[credential]}): ${ids.join(', ')}.`;
  });
}

function formatUnreached(operations: readonly OperationReport[]): string[] {
  const byStatus = Map.groupBy(
    operations.flatMap(({ unreached }) => unreached),
    (status) => status,
  );
  if (byStatus.size === 0) return [];
  const counted = [...byStatus]
    .sort(([one], [other]) => one - other)
    .map(([status, { length }]) => `${status} by ${length}`);
  return [`Declared but never returned: ${counted.join(', ')} of ${operations.length} operations.`];
}
