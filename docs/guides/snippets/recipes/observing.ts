import {
  type Api,
  createApi,
  type ExtraRoute,
  type ObservedRequest,
  type ObservedResponse,
  type Observer,
} from '@contract-kit/middleware';
import { options } from './options.ts';
import { contract, handlers } from './ping.ts';

/** Writes one line for each request, and counts requests by operation and status. */
export class RequestLog implements Observer {
  readonly #write: (line: object) => void;
  readonly #counts = new Map<string, number>();

  constructor(write: (line: object) => void) {
    this.#write = write;
  }

  onResponse(observed: ObservedRequest, { status, durationMs }: ObservedResponse): void {
    const { request, requestId, caller } = observed;
    const operation = observed.operation?.operationId ?? 'none';
    const ms = Math.round(durationMs);
    // Without the query, which may hold personal data.
    const [path] = request.target.split('?', 1);
    this.#write({ requestId, method: request.method, path, status, ms, operation, caller: caller?.subject ?? null });
    const labels = `operation="${operation}",status="${status}"`;
    this.#counts.set(labels, (this.#counts.get(labels) ?? 0) + 1);
  }

  /** In the text format of Prometheus. */
  toMetrics(): string {
    const samples = [...this.#counts].map(([labels, count]) => `http_requests_total{${labels}} ${count}\n`);
    return `# TYPE http_requests_total counter\n${samples.join('')}`;
  }
}

export function createObservedApi(log: RequestLog): Api {
  const metrics: ExtraRoute = {
    method: 'GET',
    path: '/metrics',
    handle: async () => ({ status: 200, headers: { 'Content-Type': 'text/plain' }, body: log.toMetrics() }),
  };
  return createApi({
    ...options,
    contract,
    handlers,
    extraRoutes: [metrics],
    observer: log,
  });
}
