import type { CursorCodec } from '@contract-kit/middleware';
import type { AttributeAdditions } from '../features/attributes/index.ts';
import type { CatalogLocks, CatalogReader } from '../features/catalog/index.ts';
import type { CategoriesService } from '../features/categories/index.ts';
import type { CollectionsService } from '../features/collections/index.ts';
import {
  createImportKind,
  ImportsService,
  KeptRowsRepository,
  MissingRecords,
  RepeatedRows,
} from '../features/imports/index.ts';
import {
  createJobLookup,
  type JobHandler,
  JobList,
  type JobQueue,
  JobsRepository,
  JobsService,
} from '../features/jobs/index.ts';
import type { ProductWriter } from '../features/products/index.ts';
import type { FileStore } from '../files/index.ts';
import type { Clock, IdSource } from '../kernel/index.ts';
import type { Database } from '../storage/index.ts';

/** What background work is built with. */
export interface BackgroundParts {
  readonly database: Database;
  readonly queue: JobQueue;
  readonly files: FileStore;
  readonly catalog: CatalogReader;
  readonly cursors: CursorCodec;
  readonly writer: ProductWriter;
  readonly locks: CatalogLocks;
  readonly additions: AttributeAdditions;
  readonly categories: CategoriesService;
  readonly collections: CollectionsService;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly baseUrl: () => string;
  /** Of other features. */
  readonly handlers: readonly JobHandler[];
  /** Beside all of these, and in place of those of the same type; for tests. */
  readonly others?: readonly JobHandler[] | undefined;
}

/** Jobs, and the features whose work they do. */
export function createBackgroundWork(parts: BackgroundParts) {
  const { database, cursors, others = [] } = parts;
  const stores = { kept: new KeptRowsRepository(database), repeated: new RepeatedRows(database) };
  const imports = createImportKind({ ...parts, ...stores, records: new MissingRecords(parts) }) as JobHandler;
  const own = [imports, ...parts.handlers];
  const handlers = [...own.filter(({ type }) => !others.some((other) => other.type === type)), ...others];
  const repository = new JobsRepository(database);
  const jobs = new JobsService({ ...parts, jobs: repository, list: new JobList(repository, cursors), handlers });
  return {
    handlers,
    jobs,
    lookup: createJobLookup(repository),
    imports: new ImportsService({ ...parts, jobs }),
  };
}
