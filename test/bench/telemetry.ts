import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Benchmark } from './benchmark.ts';
import { withInstallation } from './installation.ts';
import { compareReads } from './two-servers.ts';

/** What everything that a process can tell of itself costs: two servers on one database, of which one tells nothing. */
export const telemetry: Benchmark = {
  name: 'telemetry',
  measure: (scale) =>
    withInstallation(scale, async (installation) => {
      await installation.fill('FILL', scale.pick(1000, 10));
      const collector = createServer((req, res) => void req.resume().once('end', () => res.end()));
      await once(collector.listen(0, '127.0.0.1'), 'listening');
      const { port } = collector.address() as AddressInfo;
      const everything = { METRICS_PORT: '0', OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}` };
      const quiet = { REQUEST_LOG_ROWS: '0' };
      try {
        const told = await compareReads(scale, installation, {
          floor: quiet,
          ours: { ...quiet, ...everything },
        });
        const logged = await compareReads(scale, installation, { floor: quiet, ours: {} });
        const aim = { ratioAtLeast: 0.95 };
        return [
          {
            work: 'GET one product with /metrics and traces, beside neither',
            unit: 'requests/s',
            ...told.reads,
            aim,
          },
          { work: 'GET one product with the request log, beside none', unit: 'requests/s', ...logged.reads, aim },
        ];
      } finally {
        collector.close();
        collector.closeAllConnections();
      }
    }),
};
