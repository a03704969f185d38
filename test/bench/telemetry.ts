import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Benchmark, interleave, type Scale } from './benchmark.ts';
import { type Installation, withInstallation } from './installation.ts';
import { connections, requestsPerSecond } from './load.ts';
import { type MeasuredServer, startServer } from './processes.ts';

/** What everything that a process can tell of itself costs: two servers on one database, of which one tells nothing. */
export const telemetry: Benchmark = {
  name: 'telemetry',
  measure: (scale) =>
    withInstallation(scale, async (installation) => {
      await installation.fill('FILL', scale.pick(1000, 10));
      const collector = createServer((req, res) => void req.resume().once('end', () => res.end()));
      await once(collector.listen(0, '127.0.0.1'), 'listening');
      const { port } = collector.address() as AddressInfo;
      const folders = await Promise.all(['off', 'on'].map((name) => mkdtemp(join(tmpdir(), `bench-${name}-`))));
      const servers: MeasuredServer[] = [];
      try {
        const [off = '', on = ''] = folders;
        const common = { DATABASE_URL: installation.databaseUrl, ROLE: 'api' };
        const everything = { METRICS_PORT: '0', OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}` };
        const floor = await startServer({ ...common, DATA_DIR: off }, scale.nodeFlags);
        servers.push(floor);
        const ours = await startServer({ ...common, ...everything, DATA_DIR: on }, scale.nodeFlags);
        servers.push(ours);
        return [await compare(scale, installation, { floor, ours })];
      } finally {
        for (const server of servers) await server.stop();
        collector.close();
        collector.closeAllConnections();
        for (const folder of folders) await rm(folder, { recursive: true, force: true });
      }
    }),
};

async function compare(
  scale: Scale,
  { headers }: Pick<Installation, 'headers'>,
  { floor, ours }: { readonly floor: MeasuredServer; readonly ours: MeasuredServer },
) {
  const until = scale.quick ? { requests: 2 * connections } : { seconds: 3 };
  const load = { headers, until, paths: ['/api/v1/products/FILL-7'], expected: 200 };
  const figures = await interleave(scale.pick(5, 1), {
    floor: () => requestsPerSecond({ ...load, url: floor.url }),
    ours: () => requestsPerSecond({ ...load, url: ours.url }),
  });
  const work = 'GET one product with /metrics and all traces, beside neither';
  return { work, unit: 'requests/s' as const, ...figures, aim: { ratioAtLeast: 0.95 } };
}
