import { performance } from 'node:perf_hooks';
import type { ApiKeyCaller, ObservedRequest, Observer } from '@contract-kit/middleware';
import { contract } from '@product-content/contract';
import type { Clock } from '../../kernel/index.ts';
import type { KeyRecord } from '../keys/index.ts';
import type { RequestLog } from './request-log.ts';
import { isFailure, type SeenError, type SeenRequest, toSeenError, toSeenTarget } from './seen-request.ts';

/** What is known of a request between its beginning and its end. */
interface Progress {
  readonly startedAt: number;
  error: SeenError | null;
  isReplay: boolean;
}

/** Takes the messages of assistants. */
const assistantRoute = 'POST /mcp';

/**
 * What is logged only when it fails: reading the log would fill it, and of a message the operations that it calls are
 * logged.
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
      // An error of the stream that follows comes too late.
      requests.delete(request);
      if (progress === undefined) return;
      const { startedAt, error, isReplay } = progress;
      // What fails because the client has left is not told of, and was never sent.
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
