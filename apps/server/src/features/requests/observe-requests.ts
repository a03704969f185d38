import { performance } from 'node:perf_hooks';
import type { ApiKeyCaller, ObservedRequest, Observer } from '@contract-kit/middleware';
import { contract } from '@product-content/contract';
import type { Clock } from '../../kernel/index.ts';
import type { KeyRecord } from '../keys/index.ts';
import type { RequestLog } from './request-log.ts';
import { isFailure, type SeenError, type SeenRequest, toSeenError, toSeenTarget } from './seen-request.ts';

/** What is known about a request before it ends. */
interface Progress {
  readonly startedAt: number;
  error: SeenError | null;
  isReplay: boolean;
}

/** The route for messages of assistants. */
const assistantRoute = 'POST /mcp';

/**
 * Requests that are logged only if they fail: reading the log would fill it, and for a message, the operations it calls
 * are logged instead.
 */
const quiet: ReadonlySet<string> = new Set([
  assistantRoute,
  ...Object.values(contract.requests).map(({ metadata }) => metadata.operationId),
]);

/** Adds each request of a known key to the log, and each operation that an assistant calls. */
export function observeRequests(log: RequestLog, clock: Clock): Observer {
  const requests = new WeakMap<ObservedRequest, Progress>();
  const begin = (request: ObservedRequest): Progress => {
    const progress = { startedAt: performance.now(), error: null, isReplay: false };
    requests.set(request, progress);
    return progress;
  };
  const add = (request: ObservedRequest, ended: Ended) => {
    const { caller } = request;
    const operationId = request.operation?.operationId ?? null;
    // Requests of unknown keys belong to no workspace.
    if (caller === null) return;
    if (operationId !== null && quiet.has(operationId) && !isFailure(ended)) return;
    log.add({
      workspaceId: caller.tenantId,
      keyId: ((caller as ApiKeyCaller).record as KeyRecord).uuid,
      requestId: request.requestId,
      method: request.request.method,
      target: toSeenTarget(request.request.target),
      operationId,
      endedAt: clock.now().getTime(),
      ...ended,
    });
  };
  return {
    onRequest: begin,
    onIdempotency(request, outcome) {
      if (outcome === 'replayed') (requests.get(request) ?? begin(request)).isReplay = true;
    },
    onError(request, error) {
      const progress = requests.get(request);
      if (progress !== undefined) progress.error = toSeenError(error);
    },
    onCall(request, { status, error, durationMs }) {
      add(request, {
        source: 'assistant',
        ...{ status, durationMs, responseBytes: null },
        error: error === null ? null : toSeenError(error),
        isReplay: requests.get(request)?.isReplay === true,
      });
    },
    onResponse(request, { status, size }) {
      const progress = requests.get(request);
      // A later error of the stream is not recorded.
      requests.delete(request);
      if (progress === undefined) return;
      const { startedAt, error, isReplay } = progress;
      // An error after the client has disconnected is not reported, and was never sent.
      const isAbandoned = status >= 500 && error === null && !isReplay;
      add(request, {
        source: request.operation?.operationId === assistantRoute ? 'assistant' : 'api',
        status: isAbandoned ? null : status,
        error: status < 400 ? null : error,
        isReplay,
        durationMs: performance.now() - startedAt,
        responseBytes: size,
      });
    },
  };
}

type Ended = Pick<SeenRequest, 'source' | 'status' | 'error' | 'isReplay' | 'durationMs' | 'responseBytes'>;
