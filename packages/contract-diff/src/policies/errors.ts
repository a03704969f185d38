import { policyErrors } from '@contract-kit/http-spec';
import type { PlaceReport } from '../operations/place-report.ts';
import { pair, type Rule, same } from '../rule.ts';
import type { ErrorSnapshot, PolicySnapshot, Snapshot } from '../snapshot/snapshot.ts';
import { addedTo } from './added-to.ts';

/** How requests fail. */
export const errorRules: readonly Rule[] = [
  ...same('error.status-changed', 'breaking', 'The error code has another status'),
  ...same('error.retry-changed', 'breaking', 'Callers that get the error code repeat the request in another way'),
  ...same('error.stored-changed', 'risky', 'Whether the error is stored for an Idempotency-Key has changed'),
  ...same('error.renamed', 'breaking', 'The error code has another name'),
  ...pair(
    ['error.removed', 'risky', 'The error code has been removed'],
    ['error.added', 'safe', 'An error code has been added'],
  ),
  ...pair(
    ['error.details-removed', 'breaking', 'The error code no longer promises details'],
    ['error.details-added', 'safe', 'The error code promises details'],
  ),
  ...pair(
    ['operation-error.removed', 'risky', 'The operation no longer fails with the code'],
    ['operation-error.added', 'safe', 'The operation may fail with another code'],
  ),
  ...same(
    'operation-error.replaced',
    'risky',
    'Where the operation failed with one code, it fails with another of its status',
  ),
];

type Errors = Snapshot['errors'];

/** Old code → new code, for codes whose definitions are otherwise equal. */
export function findRenamedErrors(before: Errors = {}, after: Errors = {}): Map<string, string> {
  const gone = addedTo(Object.keys(after), Object.keys(before));
  const come = addedTo(Object.keys(before), Object.keys(after));
  const renamed = new Map<string, string>();
  for (const code of gone) {
    const same = come.find(
      (other) =>
        ![...renamed.values()].includes(other) &&
        meansSame(before[code] as ErrorSnapshot, after[other] as ErrorSnapshot),
    );
    if (same !== undefined) renamed.set(code, same);
  }
  return renamed;
}

function meansSame(before: ErrorSnapshot, after: ErrorSnapshot): boolean {
  return before.status === after.status && before.retry === after.retry && before.meaning === after.meaning;
}

/** Compares the error tables of two contracts. */
export function compareErrors(before: Errors = {}, after: Errors = {}, at: PlaceReport): void {
  const renamed = findRenamedErrors(before, after);
  const taken = new Set(renamed.values());
  for (const [from, to] of renamed) at.report('error.renamed', `errors.${from}`, from, to);
  for (const [code, from] of Object.entries(before)) {
    const to = after[renamed.get(code) ?? code];
    if (to === undefined) at.report('error.removed', `errors.${code}`);
    else compareError(from, to, `errors.${code}`, at);
  }
  for (const code of addedTo(Object.keys(before), Object.keys(after)).filter((each) => !taken.has(each))) {
    at.report('error.added', `errors.${code}`);
  }
}

function compareError(before: ErrorSnapshot, after: ErrorSnapshot, path: string, at: PlaceReport): void {
  if (before.status !== after.status) at.report('error.status-changed', path, before.status, after.status);
  if (before.retry !== after.retry) at.report('error.retry-changed', path, before.retry, after.retry);
  // The first version of snapshots did not record this.
  if (before.stored === undefined || after.stored === undefined) return;
  if (before.stored !== after.stored) at.report('error.stored-changed', path, before.stored, after.stored);
  if (before.details !== undefined && after.details !== undefined) {
    at.compareSchemas(before.details, after.details, { sender: 'response', path: `${path}.details` });
  } else if (before.details !== after.details) {
    at.report(after.details === undefined ? 'error.details-removed' : 'error.details-added', path);
  }
}

/** Compares the codes an operation lists itself; those of its policies are reported with the policies. */
export function compareOperationErrors(
  before: PolicySnapshot,
  after: PolicySnapshot,
  errors: { readonly before: Errors; readonly after: Errors },
  { report }: PlaceReport,
): void {
  const renamed = findRenamedErrors(errors.before, errors.after);
  const known = ownCodes(before).map((code) => renamed.get(code) ?? code);
  const codes = ownCodes(after);
  const isKept = (code: string) => errors.before?.[code] !== undefined && errors.after?.[code] !== undefined;
  const removed = addedTo(codes, known).filter((code) => errors.after?.[code] !== undefined);
  const added = addedTo(known, codes);
  const replaced = new Set<string>();
  for (const code of removed) {
    const status = errors.after?.[code]?.status;
    const other = added.find((each) => !replaced.has(each) && isKept(each) && errors.after?.[each]?.status === status);
    if (other === undefined) report('operation-error.removed', 'errors', code);
    else report('operation-error.replaced', 'errors', code, other);
    if (other !== undefined) replaced.add(other);
  }
  const further = added.filter((code) => !replaced.has(code) && errors.before?.[code] !== undefined);
  for (const code of further) report('operation-error.added', 'errors', undefined, code);
}

function ownCodes(policy: PolicySnapshot): string[] {
  const derived: readonly string[] = policyErrors({ ...policy, operationId: '', hasInput: true });
  return policy.errors.filter((code) => !derived.includes(code));
}
