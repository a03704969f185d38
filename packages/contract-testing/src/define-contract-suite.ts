import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { VerifyOptions } from './calling/options.ts';
import { contractRoutesOf } from './contract/contract-route.ts';
import { formatOperation } from './running/format-report.ts';
import type { AppRouter } from './ts-rest.ts';
import { startVerification, type Verification } from './verify-contract.ts';

export interface SuiteOptions {
  /** Creates the app, or starts or finds the server. Called once, before the first test. */
  readonly setup: () => VerifyOptions | Promise<VerifyOptions>;
  /** Operation ids; each is a test. Default: all of the contract. */
  readonly operations?: readonly string[];
  /** Milliseconds for one operation. Default 60,000. */
  readonly timeout?: number;
  /** True: skipped checks fail too, including those without a credential. Default false. */
  readonly strict?: boolean;
}

/**
 * A test for each operation of a contract.
 *
 * @example
 * defineContractSuite(contract, { setup: () => ({ app: createApp(), credentials: { apiKey: key } }) });
 */
export function defineContractSuite(contract: AppRouter, options: SuiteOptions): void {
  const { setup, operations, timeout = 60_000, strict = false } = options;
  const routes = contractRoutesOf(contract).filter(({ id }) => operations?.includes(id) ?? true);

  describe('the server keeps its contract', () => {
    let verification: Verification;
    beforeAll(async () => {
      verification = await startVerification(contract, await setup());
    }, timeout);
    afterAll(() => verification?.close());

    it.each(routes.map(({ id }) => id))(
      '%s',
      async (wanted) => {
        const route = verification.operations.find(({ id }) => id === wanted);
        if (route === undefined) return;
        const report = await verification.verify(route);
        const wrong = report.checks.filter(({ outcome }) => outcome === 'failed' || (strict && outcome === 'skipped'));
        expect(wrong.length, `${formatOperation(report)}\n  seed ${verification.report().seed}`).toBe(0);
        expect(report.checks.length).toBeGreaterThan(0);
      },
      timeout,
    );
  });
}
