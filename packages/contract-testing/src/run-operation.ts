import { createHash } from 'node:crypto';
import { isRetired } from '@contract-kit/http-spec';
import { NoResponseError } from './calling/caller.ts';
import type { FurtherCredential } from './calling/credentials.ts';
import { toCurl } from './calling/to-curl.ts';
import type { Check } from './checks/check.ts';
import type { ContractRoute } from './contract/contract-route.ts';
import { statusesOf } from './contract/find-response-problems.ts';
import { Skip, Unreachable, Violation } from './outcomes.ts';
import { CheckContext } from './running/check-context.ts';
import type { CheckResult, OperationReport } from './running/report.ts';
import type { Session } from './running/session.ts';
import type { ValidRequestFactory } from './running/valid-request-factory.ts';

/** Runs these checks of an operation, one after the other. */
export async function runOperation(
  route: ContractRoute,
  checks: readonly Check[],
  session: Session,
  validRequests: ValidRequestFactory,
): Promise<OperationReport> {
  const { id, method, path } = route;
  const results: CheckResult[] = [];
  for (const check of checks) {
    if (check.needs !== undefined && session.credentials.lacks(route, check.needs)) {
      results.push({ ...nameOf(check, route), ...toSkipped(check.needs, session.credentials.schemeFor(route)) });
      continue;
    }
    const seed = seedOf(session.seed, `${id} ${check.id}`);
    results.push(
      await runCheck(check, (isPatient) => new CheckContext(route, session, validRequests, { seed, isPatient })),
    );
    await session.cleanUp();
  }
  const isOver = isRetired(route.policy, Date.now());
  const reached = session.statusesOf(route);
  return {
    id,
    method,
    path,
    checks: results,
    unreached: statusesOf(route)
      .filter((status) => !isOver && !reached.has(status))
      .sort((one, other) => one - other),
  };
}

function nameOf({ id, holds, ofPlain }: Check, { isPlain }: ContractRoute): Pick<CheckResult, 'id' | 'holds'> {
  return { id, holds: isPlain && typeof ofPlain === 'string' ? ofPlain : holds };
}

function toSkipped(lacks: FurtherCredential, scheme: string | null): Pick<CheckResult, 'outcome' | 'reason' | 'lacks'> {
  return { outcome: 'skipped', reason: `credentials.${scheme}.${lacks} is missing.`, lacks };
}

async function runCheck(check: Check, open: (isPatient: boolean) => CheckContext): Promise<CheckResult> {
  const context = open(false);
  const name = nameOf(check, context.route);
  try {
    await check.run(context).catch((error: unknown) => {
      if (!context.deservesPatience) throw error;
      return check.run(open(true));
    });
    return { ...name, outcome: 'passed', reason: '' };
  } catch (error) {
    return { ...name, ...toOutcome(error, check) };
  }
}

function toOutcome(error: unknown, { id }: Check): Pick<CheckResult, 'outcome' | 'reason' | 'evidence'> {
  if (error instanceof Violation) {
    const { request, response } = error.exchange;
    return {
      outcome: 'failed',
      reason: error.message,
      evidence: { curl: toCurl(request), response: response.toString() },
    };
  }
  if (error instanceof Skip) return { outcome: 'skipped', reason: error.message };
  if (error instanceof Unreachable) {
    // One check reports that nothing succeeds; the others are skipped.
    return { outcome: id === 'responses.success' ? 'failed' : 'skipped', reason: error.message };
  }
  // A server that never responded is not there; one that stops responding breaks its contract.
  if (error instanceof NoResponseError && error.isServerKnown) return { outcome: 'failed', reason: error.message };
  throw error;
}

/** One seed per check and operation, so that a filter does not change the requests of the others. */
function seedOf(seed: number, name: string): number {
  return createHash('sha256').update(`${seed} ${name}`).digest().readInt32BE();
}
