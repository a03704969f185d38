import cluster from 'node:cluster';
import { once } from 'node:events';
import type { Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PrometheusExporter, PrometheusSerializer } from '@opentelemetry/exporter-prometheus';
import {
  DataPointType,
  type MetricData,
  type MetricProducer,
  type MetricReader,
  type ResourceMetrics,
} from '@opentelemetry/sdk-metrics';
import { createHttpServer, StartError } from '../../kernel/index.ts';
import { prometheusName } from '../metrics.ts';

export interface MetricsServerOptions {
  readonly port: number;
  readonly host: string;
  /** Asked for their metrics beside the provider's. */
  readonly metricProducers: MetricProducer[];
}

/** Serves `/metrics` in the text format of Prometheus, and nothing else, on a port of its own. */
export class MetricsServer {
  readonly #options: MetricsServerOptions;
  #waiting: NodeJS.Timeout | undefined;
  readonly #exporter: PrometheusExporter;
  readonly #serializer = new PrometheusSerializer('', false, undefined, false, true);
  readonly #server: Server = createHttpServer((req, res) => {
    const [path] = req.url?.split('?', 1) ?? [];
    if (path === '/metrics' && (req.method === 'GET' || req.method === 'HEAD')) void this.#respond(res);
    else res.writeHead(404).end();
  });

  constructor(options: MetricsServerOptions) {
    this.#options = options;
    this.#exporter = new PrometheusExporter({ preventServerStart: true, metricProducers: options.metricProducers });
  }

  get reader(): MetricReader {
    return this.#exporter;
  }

  get url(): string | null {
    const { address, family, port } = (this.#server.address() as AddressInfo | null) ?? {};
    return port === undefined ? null : `http://${family === 'IPv6' ? `[${address}]` : address}:${port}/metrics`;
  }

  /** @throws StartError when it cannot listen on the address. */
  async listen(): Promise<void> {
    const { port, host } = this.#options;
    // Processes that share the API's port do not share this one.
    this.#server.listen({ port, host, exclusive: true });
    try {
      await once(this.#server, 'listening');
    } catch (cause) {
      const { message, code } = cause as NodeJS.ErrnoException;
      if (cluster.isWorker && code === 'EADDRINUSE') return this.#listenLater();
      throw new StartError(`METRICS_PORT ${port} on METRICS_HOST ${host} cannot be listened on: ${message}`, { cause });
    }
  }

  /** A process that is being replaced holds the port until it exits. */
  #listenLater(): void {
    this.#waiting = setTimeout(() => void this.listen().catch(() => undefined), 500).unref();
  }

  async close(): Promise<void> {
    clearTimeout(this.#waiting);
    if (!this.#server.listening) return;
    this.#server.close();
    this.#server.closeAllConnections();
    await once(this.#server, 'close');
  }

  async #respond(res: ServerResponse): Promise<void> {
    try {
      const { resourceMetrics } = await this.#exporter.collect();
      const text = this.#serializer.serialize(withPrometheusNames(resourceMetrics));
      res.writeHead(200, { 'Content-Type': 'text/plain; version=0.0.4; charset=utf-8' }).end(text);
    } catch {
      res.writeHead(500).end();
    }
  }
}

/** The exporter omits units from names, unlike the specification and every dashboard. */
function withPrometheusNames(collected: ResourceMetrics): ResourceMetrics {
  const scopeMetrics = collected.scopeMetrics.map(({ scope, metrics }) => ({ scope, metrics: metrics.map(renamed) }));
  return { ...collected, scopeMetrics };
}

function renamed(metric: MetricData): MetricData {
  const { descriptor } = metric;
  const isCounter = metric.dataPointType === DataPointType.SUM && metric.isMonotonic;
  const name = prometheusName(descriptor.name, { kind: isCounter ? 'counter' : 'gauge', unit: descriptor.unit });
  return { ...metric, descriptor: { ...descriptor, name } };
}
