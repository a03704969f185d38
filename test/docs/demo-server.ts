import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type App, startApp } from '@product-content/test-support/app-server';

/** A server as a first `pnpm start` leaves it: a demo workspace, the sample catalog, and `.data/demo-key`. */
export interface DemoServer {
  readonly app: App;
  readonly origin: string;
  /** The folder it was started in. */
  readonly folder: string;
  stop(): Promise<void>;
}

export async function startDemoServer(env: Readonly<Record<string, string>> = {}): Promise<DemoServer> {
  const folder = await mkdtemp(join(tmpdir(), 'product-content-docs-'));
  const app = await startApp({ env: { DATA_DIR: join(folder, '.data'), SEED: 'sample', ...env } });
  return {
    app,
    origin: new URL(app.baseUrl).origin,
    folder,
    async stop() {
      await app.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
