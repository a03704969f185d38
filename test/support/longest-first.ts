import { createHash } from 'node:crypto';
import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * The test files that take longest, the longest first. They start before the others of their group, so that no worker is
 * left with one of them at the end.
 */
export const longestFiles = [
  'test/fuzz/fuzz.exhaustive.test.ts',
  'packages/contract-testing/src/verify-contract.exhaustive.test.ts',
  'test/scenarios/imports/hostile-files.exhaustive.test.ts',
  'test/packages/packages.exhaustive.test.ts',
  'test/bench/bench.exhaustive.test.ts',
  'test/scenarios/processes/idle-memory.exhaustive.test.ts',
  'test/other-languages/other-languages.exhaustive.test.ts',
  'test/scenarios/console/products.exhaustive.test.ts',
  'test/docs/site.exhaustive.test.ts',
  'test/contract/conformance.exhaustive.test.ts',
  'test/packages/create.exhaustive.test.ts',
  'test/scenarios/console/catalog.exhaustive.test.ts',
  'docs/release/release.exhaustive.test.ts',
  'test/scenarios/imports/memory.exhaustive.test.ts',
  'test/scenarios/processes/one-port.exhaustive.test.ts',
  'test/scenarios/hostile/fields.exhaustive.test.ts',
  'apps/server/src/features/products/list/indexes.exhaustive.test.ts',
  'test/scenarios/webhooks/kills.exhaustive.test.ts',
  'test/scenarios/crash/kill.exhaustive.test.ts',
  'test/scenarios/events/copy.exhaustive.test.ts',
  'test/scenarios/upgrade/upgrade-from-1.0.0.exhaustive.test.ts',
  'test/scenarios/processes/kills.exhaustive.test.ts',
  'test/scenarios/console/webhooks.exhaustive.test.ts',
  'test/deploy/production-install.exhaustive.test.ts',
  'test/scenarios/processes/rolling-restart.exhaustive.test.ts',
  'apps/server/src/features/jobs/worker/lost-worker.exhaustive.test.ts',
  'test/scenarios/exports/kills.exhaustive.test.ts',
  'test/scenarios/assistant/protocol/conformance.exhaustive.test.ts',
  'test/docs/adding-a-product-field.exhaustive.test.ts',
  'test/scenarios/console/channels.exhaustive.test.ts',
  'apps/server/src/storage/embedded/embedded-postgres-kills.exhaustive.test.ts',
  'test/scenarios/hostile/bodies.exhaustive.test.ts',
  'test/scenarios/assistant/tool-schemas.exhaustive.test.ts',
  'test/scenarios/imports/kill.exhaustive.test.ts',
  'test/scenarios/assistant/protocol/inspector.exhaustive.test.ts',
  'apps/server/src/features/products/list/shop-plans.exhaustive.test.ts',
  'test/scenarios/console/imports.exhaustive.test.ts',
  'test/scenarios/meta/reference-page-in-a-browser.exhaustive.test.ts',
  'test/docs/receivers/programs.exhaustive.test.ts',
  'apps/server/src/formats/round-trip.exhaustive.test.ts',
  'test/scenarios/hostile/queries.exhaustive.test.ts',
  'test/scenarios/hostile/any-json.exhaustive.test.ts',
  'apps/server/src/features/categories/category-tree-model.exhaustive.test.ts',
  'test/contract/mock.exhaustive.test.ts',
  'apps/server/src/main.test.ts',
  'test/contract/scenarios.test.ts',
  'test/scenarios/imports/hostile-files.test.ts',
  'apps/server/src/backup/backup.test.ts',
  'apps/server/src/backup/restore.test.ts',
  'apps/server/src/features/webhooks/delivery/delivery-engine.test.ts',
  'test/scenarios/round-trip/round-trip.test.ts',
  'test/scenarios/crash/drain.test.ts',
  'docs/generate.test.ts',
  'test/scenarios/hostile/hostile-requests.test.ts',
  'test/scenarios/hostile/fields.test.ts',
  'packages/contract-testing/src/verify-contract.test.ts',
  'test/scenarios/hostile/bodies.test.ts',
  'apps/server/src/storage/embedded/embedded-postgres.test.ts',
  'apps/server/src/features/imports/dry-run.test.ts',
  'test/scenarios/processes/one-port.test.ts',
  'apps/server/src/jobs/schedule.test.ts',
  'test/scenarios/exports/feeds.test.ts',
  'packages/middleware/src/redis/redis-rate-limit-store.test.ts',
];

/** Whether a file may use the server that the files of a worker share, which is not idle for free. */
const needsServer = (path: string) => path.startsWith('test/');

/**
 * Starts with the tests beside the code, then those that need a running server, so that no server waits long for its
 * next test. Of each group, {@link longestFiles} come first, in their order, and then the others, in an order that the seed of
 * the run decides.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { root, sequence } = this.ctx.config;
    const ordered = files.map((file) => {
      const path = relative(root, file.moduleId);
      const rank = longestFiles.indexOf(path);
      const place = createHash('sha1').update(`${sequence.seed} ${path}`).digest('hex');
      return {
        file,
        group: Number(needsServer(path)),
        rank: rank === -1 ? longestFiles.length : rank,
        place,
      };
    });
    return ordered
      .sort((a, b) => a.group - b.group || a.rank - b.rank || (a.place < b.place ? -1 : 1))
      .map(({ file }) => file);
  }
}
