import type { FurtherCredential } from '../calling/credentials.ts';
import type { ContractRoute } from '../contract/contract-route.ts';
import type { CheckContext } from '../running/check-context.ts';

/** What decides whether a check applies to an operation. */
export interface CheckedRoute {
  readonly route: ContractRoute;
  readonly routes: readonly ContractRoute[];
}

/** One promise of a contract, and how it is tested. */
export interface Check {
  /** `access.no-key`: its group and its name. */
  readonly id: string;
  /** The promise, as a sentence in the present tense. */
  readonly holds: string;
  /**
   * The promise of plain routes, which have no policies: the same, or this sentence. Default: the check does not apply.
   */
  readonly ofPlain?: true | string;
  /** True: it also applies to operations that have reached their sunset. No other check does. */
  readonly ofRetired?: true;
  /** The credential the check needs, besides the one with every scope. Default: none. */
  readonly needs?: FurtherCredential;
  /** False if the operation does not make this promise. */
  applies(checked: CheckedRoute): boolean;
  /** @throws Violation when the promise is broken, Skip when it cannot be tested. */
  run(context: CheckContext): Promise<void>;
}
