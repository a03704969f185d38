import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { interleave, type Scale } from './benchmark.ts';
import type { Installation } from './installation.ts';
import { connections, requestsPerSecond } from './load.ts';
import { type MeasuredServer, startServer } from './processes.ts';

type Environment = Readonly<Record<string, string>>;

/** A figure of both servers. */
interface Pair {
  readonly floor: number;
  readonly ours: number;
}

/**
 * Reads one product from two servers on the database of an installation, in turn, while only one of them is asked.
 *
 * @param environments what the servers differ in.
 * @returns reads per second, and resident memory with child processes in MiB after them.
 */
export async function compareReads(
  scale: Scale,
  { databaseUrl, headers }: Pick<Installation, 'databaseUrl' | 'headers'>,
  environments: { readonly floor: Environment; readonly ours: Environment },
): Promise<{ readonly reads: Pair; readonly memory: Pair }> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-two-'));
  const servers: MeasuredServer[] = [];
  const start = async (name: 'floor' | 'ours') => {
    const common = { DATABASE_URL: databaseUrl, DATA_DIR: join(folder, name), ROLE: 'api' };
    const server = await startServer({ ...common, ...environments[name] }, scale.nodeFlags);
    servers.push(server);
    return server;
  };
  try {
    const [floor, ours] = [await start('floor'), await start('ours')];
    const until = scale.quick ? { requests: 2 * connections } : { seconds: 3 };
    const load = { headers, until, paths: ['/api/v1/products/FILL-7'], expected: 200 };
    const reads = await interleave(scale.pick(5, 1), {
      floor: () => requestsPerSecond({ ...load, url: floor.url }),
      ours: () => requestsPerSecond({ ...load, url: ours.url }),
    });
    return { reads, memory: { floor: await floor.residentMemoryOfAll(), ours: await ours.residentMemoryOfAll() } };
  } finally {
    for (const server of servers) await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
