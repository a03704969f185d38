import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * The test files that take longest, the longest first. Where nothing is known of an earlier run, they start first, so
 * that no worker is left with one of them at the end.
 */
export const longestFiles = [
  'test/packages/packages.exhaustive.test.ts',
  'test/scenarios/crash/kill.exhaustive.test.ts',
  'test/bench/bench.exhaustive.test.ts',
  'test/scenarios/imports/hostile-files.exhaustive.test.ts',
  'test/fuzz/fuzz.exhaustive.test.ts',
  'packages/contract-testing/src/verify-contract.exhaustive.test.ts',
  'test/packages/create.exhaustive.test.ts',
  'docs/release/release.exhaustive.test.ts',
  'test/other-languages/other-languages.exhaustive.test.ts',
  'test/scenarios/processes/one-port.exhaustive.test.ts',
  'apps/server/src/features/products/list/indexes.exhaustive.test.ts',
  'apps/server/src/features/exports/real-catalog-round-trip.exhaustive.test.ts',
  'test/scenarios/webhooks/kills.exhaustive.test.ts',
  'apps/server/src/features/jobs/worker/lost-worker.exhaustive.test.ts',
  'test/scenarios/assistant/protocol/conformance.exhaustive.test.ts',
  'test/scenarios/assets/kill.exhaustive.test.ts',
  'test/scenarios/imports/kill.exhaustive.test.ts',
  'test/docs/site.exhaustive.test.ts',
  'test/scenarios/meta/reference-page-in-a-browser.exhaustive.test.ts',
  'test/scenarios/processes/rolling-restart.exhaustive.test.ts',
  'test/scenarios/processes/kills.exhaustive.test.ts',
  'test/deploy/production-install.exhaustive.test.ts',
  'test/scenarios/console/products.exhaustive.test.ts',
  'test/scenarios/console/webhooks.exhaustive.test.ts',
  'apps/server/src/storage/embedded/embedded-postgres-kills.exhaustive.test.ts',
  'test/docs/receivers/programs.exhaustive.test.ts',
  'test/contract/mock.exhaustive.test.ts',
  'test/scenarios/crash/silent-hosts.exhaustive.test.ts',
  'test/scenarios/exports/kills.exhaustive.test.ts',
  'test/contract/conformance.test.ts',
  'apps/server/src/main.test.ts',
  'test/scenarios/hostile/fields.test.ts',
  'test/contract/scenarios.test.ts',
  'packages/contract-testing/src/verify-contract.test.ts',
  'test/docs/running-the-server.test.ts',
  'apps/server/src/storage/embedded/embedded-postgres.test.ts',
  'apps/server/src/jobs/schedule.test.ts',
  'test/scenarios/assistant/tool-schemas.test.ts',
  'test/scenarios/hostile/bodies.test.ts',
  'test/scenarios/round-trip/round-trip.test.ts',
  'apps/server/src/features/webhooks/delivery/delivery-engine.test.ts',
  'test/docs/commands.test.ts',
  'test/scenarios/hostile/queries.test.ts',
  'test/scenarios/hostile/hostile-requests.test.ts',
  'test/scenarios/imports/hostile-files.test.ts',
  'test/scenarios/hostile/any-json.test.ts',
  'test/scenarios/crash/drain.test.ts',
  'test/scenarios/exports/feeds.test.ts',
  'packages/middleware/src/redis/redis-rate-limit-store.test.ts',
];

/** Orders files as Vitest does, by how long they took last time, and by {@link longestFiles} before that is known. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    if (files.every((file) => this.ctx.cache.getTestSpecificationResult(file) !== undefined)) return sorted;
    const rankOf = ({ moduleId }: TestSpecification) => {
      const rank = longestFiles.indexOf(relative(this.ctx.config.root, moduleId));
      return rank === -1 ? longestFiles.length : rank;
    };
    return sorted.sort((a, b) => rankOf(a) - rankOf(b));
  }
}
