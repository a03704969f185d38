import { setTimeout as delay } from 'node:timers/promises';
import type { ErrorBody } from '@contract-kit/http-spec';
import { allScopes, type ImportAccepted, type ImportResult, type Job, type Product } from '@product-content/contract';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { WorkspaceSettings } from '../../src/kernel/index.ts';
import { createTestContext, createTestWorkspace } from '../index.ts';
import { startTestApp } from '../test-app.ts';

export interface SentFile {
  readonly name?: string;
  readonly options?: object;
  readonly mapping?: object;
  /** Options sent as separate fields. */
  readonly fields?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
}

/** An import that has ended. */
export interface FinishedImport {
  readonly accepted: ImportAccepted;
  readonly job: Job;
  readonly result: ImportResult;
  /** `row column field message` of each error. */
  readonly problems: readonly string[];
  /** The same for each warning. */
  readonly warnings: readonly string[];
}

/** A caller of one workspace who imports files. */
export interface Importer {
  readonly workspace: WorkspaceSettings;
  /** POST /imports. */
  send(content: string | Buffer, file?: SentFile): Promise<Response>;
  /** Imports a file and waits for the end of its job. */
  run(content: string | Buffer, file?: SentFile): Promise<FinishedImport>;
  /** The field errors of a refused import. */
  refusal(content: string | Buffer, file?: SentFile): Promise<Readonly<Record<string, string>>>;
  finish(accepted: ImportAccepted): Promise<FinishedImport>;
  /** Any request with a body. */
  request(method: string, path: string, body: object): Promise<Response>;
  /** Creates a record. */
  post(path: string, body: object): Promise<void>;
  get(path: string): Promise<Response>;
  product(sku: string): Promise<Product | null>;
  /** How many product versions and events there are. */
  traces(): Promise<{ versions: number; events: number }>;
}

/** The app with a worker that runs imports. */
export async function createImportFixture() {
  const app = await startTestApp();
  const { container, baseUrl } = app;
  let worker = await container.startJobWorker();
  return {
    app,
    database: container.database,
    importer: async (settings: Parameters<typeof createTestWorkspace>[1] = {}): Promise<Importer> =>
      createImporter(app, await createTestWorkspace(container.database, settings)),
    /** Interrupts running imports, and continues them. */
    async restartWorker() {
      await worker.stop(1000);
      worker = await container.startJobWorker();
    },
    async stop() {
      await worker.stop(1000);
      await app.stop();
    },
    baseUrl,
  };
}

type ImportFixture = Awaited<ReturnType<typeof createImportFixture>>;

interface Imports {
  readonly fixture: ImportFixture;
  readonly importer: Importer;
  /** Gives the importer another new workspace. */
  moveOn(): Promise<void>;
}

/** The app of a test file, and for each of its tests an importer of a new workspace. */
export function useImports(): Imports {
  let fixture: ImportFixture;
  let importer: Importer;
  const moveOn = async () => {
    importer = await fixture.importer();
  };
  beforeAll(async () => {
    fixture = await createImportFixture();
  });
  beforeEach(moveOn);
  afterAll(() => fixture.stop());
  return { fixture: latest(() => fixture), importer: latest(() => importer), moveOn };
}

/** Stands for what is there whenever it is asked. */
function latest<Target extends object>(target: () => Target): Target {
  return new Proxy({} as Target, { get: (_, name): unknown => Reflect.get(target(), name) });
}

async function createImporter(
  { container, baseUrl, createKey }: Awaited<ReturnType<typeof startTestApp>>,
  workspace: WorkspaceSettings,
): Promise<Importer> {
  const auth = { Authorization: `Bearer ${await createKey(allScopes, workspace)}` };
  const ctx = createTestContext(workspace);

  const importer: Importer = {
    workspace,
    send(content, { name = 'products.csv', options, mapping, fields = {}, headers } = {}) {
      const form = new FormData();
      form.set('file', new Blob([new Uint8Array(Buffer.from(content))]), name);
      if (options !== undefined) form.set('options', JSON.stringify(options));
      if (mapping !== undefined) form.set('mapping', JSON.stringify(mapping));
      for (const [field, value] of Object.entries(fields)) form.set(field, value);
      return fetch(`${baseUrl}/imports`, { method: 'POST', headers: { ...auth, ...headers }, body: form });
    },
    async run(content, file) {
      const response = await importer.send(content, file);
      const text = await response.text();
      if (response.status !== 202) throw new Error(`Expected 202, got ${response.status} ${text}`);
      return importer.finish((JSON.parse(text) as { data: ImportAccepted }).data);
    },
    async refusal(content, file) {
      const response = await importer.send(content, file);
      const text = await response.text();
      if (response.status !== 422) throw new Error(`Expected 422, got ${response.status} ${text}`);
      return (JSON.parse(text) as ErrorBody).error.details?.fieldErrors ?? {};
    },
    async finish(accepted) {
      for (;;) {
        const job = await container.jobs.get(ctx, accepted.jobId, new Set(allScopes));
        if (job.finishedAt === null) await delay(20);
        else {
          const [problems, warnings] = [job.errors, job.warnings].map((list) =>
            list.map(({ row, column, field, message }) => `${row} ${column} ${field}: ${message}`),
          ) as [string[], string[]];
          return { accepted, job, result: job.result as ImportResult, problems, warnings };
        }
      }
    },
    request(method, path, body) {
      const headers = { ...auth, 'Content-Type': 'application/json' };
      return fetch(baseUrl + path, { method, headers, body: JSON.stringify(body) });
    },
    async post(path, body) {
      const response = await importer.request('POST', path, body);
      if (response.status !== 201) throw new Error(`Expected 201, got ${response.status} ${await response.text()}`);
    },
    get: (path) => fetch(baseUrl + path, { headers: auth }),
    async product(sku) {
      const response = await fetch(`${baseUrl}/products/${sku}`, { headers: auth });
      return response.status === 200 ? ((await response.json()) as { data: Product }).data : null;
    },
    async traces() {
      const text = `select (select count(*)::int from product_version where workspace_id = $1) as versions,
        (select count(*)::int from outbox where workspace_id = $1 and type like 'product.%') as events`;
      const { rows } = await container.database.query<{ versions: number; events: number }>(text, [workspace.id]);
      return rows[0] ?? { versions: 0, events: 0 };
    },
  };
  return importer;
}

/** The counts of an import's result that account for its rows. */
export function counts({ total, created, updated, unchanged, failed }: ImportResult) {
  return { total, created, updated, unchanged, failed };
}
