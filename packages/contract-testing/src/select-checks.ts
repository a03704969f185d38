import { isRetired } from '@contract-kit/http-spec';
import type { VerifySettings } from './calling/options.ts';
import { allChecks } from './checks/all-checks.ts';
import type { Check } from './checks/check.ts';
import type { ContractRoute } from './contract/contract-route.ts';
import { Skip } from './outcomes.ts';

/** The checks of each operation. */
type Selection = ReadonlyMap<ContractRoute, readonly Check[]>;

/**
 * The operations to verify, in the order of the contract, and the checks of each.
 *
 * @param usable the operations that checks may use.
 * @throws TypeError when `only` names neither an operation nor a check.
 */
export function selectChecks(
  routes: readonly ContractRoute[],
  usable: readonly ContractRoute[],
  { only = [], every = 1, seed }: Pick<VerifySettings, 'only' | 'every'> & { readonly seed: number },
): Selection {
  const { operations, checks } = findNamed(routes, only);
  const all = operations.map(
    (operation) => [operation, checks.filter((check) => applies(check, operation, usable))] as const,
  );
  return takeEvery(every, new Map(all), seed);
}

/** Reports that no request succeeds, for which the others are only skipped. */
const success = 'responses.success';

/** Every nth check of each operation and its success, and at its first operation each check that none has got so. */
function takeEvery(nth: number, all: Selection, seed: number): Selection {
  const taken = [...all].map(([operation, checks], place) => {
    const step = Math.min(nth, checks.length);
    return [
      operation,
      checks.filter(({ id }, index) => id === success || (index + place + seed) % step === 0),
    ] as const;
  });
  const missing = new Set([...all.values()].flat());
  for (const check of taken.flatMap(([, checks]) => checks)) missing.delete(check);
  const completed = taken.map(([operation, some]) => {
    const wanted = all.get(operation)?.filter((check) => some.includes(check) || missing.delete(check));
    return [operation, wanted ?? []] as const;
  });
  return new Map(completed);
}

function findNamed(routes: readonly ContractRoute[], only: readonly string[]) {
  const names = (id: string) => (pattern: string) =>
    pattern === id || (pattern.endsWith('.*') && id.startsWith(pattern.slice(0, -1)));
  const isOperation = (pattern: string) => routes.some(({ id }) => names(id)(pattern));
  const isNamed = (patterns: readonly string[], id: string) => patterns.length === 0 || patterns.some(names(id));
  const namedOperations = only.filter(isOperation);
  const namedChecks = only.filter((pattern) => !isOperation(pattern));
  for (const pattern of namedChecks) {
    if (!allChecks.some(({ id }) => names(id)(pattern)))
      throw new TypeError(`"${pattern}" is neither an operation nor a check.`);
  }
  return {
    operations: routes.filter(({ id }) => isNamed(namedOperations, id)),
    checks: allChecks.filter(({ id }) => isNamed(namedChecks, id)),
  };
}

/** Also true if unknown: the check then says why. */
function applies(check: Check, route: ContractRoute, routes: readonly ContractRoute[]): boolean {
  if (route.isPlain && check.ofPlain === undefined) return false;
  if (isRetired(route.policy, Date.now()) && check.ofRetired === undefined) return false;
  try {
    return check.applies({ route, routes });
  } catch (error) {
    if (error instanceof Skip) return true;
    throw error;
  }
}
