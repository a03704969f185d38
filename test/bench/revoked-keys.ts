import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Benchmark, median } from './benchmark.ts';
import { type Installation, withInstallation } from './installation.ts';
import { startServer } from './processes.ts';

/** How long a key that is revoked in one process still works in another one, which has just used it. */
export const revokedKeys: Benchmark = {
  name: 'revoked-keys',
  measure: (scale) =>
    withInstallation(scale, async (installation) => {
      const folder = await mkdtemp(join(tmpdir(), 'product-content-bench-'));
      const env = { DATABASE_URL: installation.databaseUrl, DATA_DIR: folder, ROLE: 'api' };
      const other = await startServer(env, scale.nodeFlags);
      try {
        const durations: number[] = [];
        for (let turn = 0; turn < scale.pick(50, 2); turn += 1) {
          durations.push(await revoke(installation, other.url));
        }
        const unit = 'ms' as const;
        return [
          { work: 'a revoked key works in another process, median', unit, ours: median(durations) },
          {
            work: 'a revoked key works in another process, longest',
            unit,
            ours: Math.max(...durations),
            aim: { atMost: 1000 },
          },
        ];
      } finally {
        await other.stop();
        await rm(folder, { recursive: true, force: true });
      }
    }),
};

/** Milliseconds from the response that says so until the other process refuses the key. */
async function revoke({ send }: Installation, otherUrl: string): Promise<number> {
  interface Created {
    readonly data: { readonly id: string; readonly key: string };
  }
  const { data } = await send<Created>('POST', '/keys', { name: 'bench', scopes: ['products:read'] });
  const isTaken = async () => (await fetch(`${otherUrl}/me`, { headers: { 'x-api-key': data.key } })).status === 200;
  if (!(await isTaken())) throw new Error('The new key does not work.');
  await send('DELETE', `/keys/${data.id}`);
  const begin = performance.now();
  while (await isTaken());
  return performance.now() - begin;
}
