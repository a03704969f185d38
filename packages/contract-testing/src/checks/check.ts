import type { FurtherCredential } from '../calling/credentials.ts';
import type { ContractRoute } from '../contract/contract-route.ts';
import type { CheckContext } from '../running/check-context.ts';

/** What decides whether a check is made of an operation. */
export interface CheckedRoute {
  readonly route: ContractRoute;
  readonly routes: readonly ContractRoute[];
}

/** One promise of a contract, and how it is put to the test. */
export interface Check {
  /** `access.no-key`: what it is about, and its name. */
  readonly id: string;
  /** The promise, as a sentence in the present tense. */
  readonly holds: string;
  /** What plain routes promise, whose contract says nothing of policies: the same, or this sentence. Default: nothing. */
  readonly ofPlain?: true | string;
  /** True: it is made of operations that have reached their sunset, too. Those keep no other promise. */
  readonly ofRetired?: true;
  /** The credential it takes to find out. Default: none but the one with every scope. */
  readonly needs?: FurtherCredential;
  /** False where the operation makes no such promise. */
  applies(checked: CheckedRoute): boolean;
  /** @throws Violation when it is broken, Skip when that cannot be found out. */
  run(context: CheckContext): Promise<void>;
}
