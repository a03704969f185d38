import type { ApiKeyCaller, ObservedRequest, Observer } from '@contract-kit/middleware';
import { contract, type RequestSource } from '@product-content/contract';
import type { Clock } from '../../kernel/index.ts';
import type { KeyRecord } from '../keys/index.ts';
import type { RequestLog } from './request-log.ts';
import { isFailure, toSeenError, toSeenTarget } from './seen-request.ts';

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

/** How a request, or an operation that an assistant called, has ended. */
interface Ended {
  readonly source: RequestSource;
  readonly status: number | null;
  readonly error: unknown;
  readonly durationMs: number;
  readonly size: number | null;
}

/** Adds each request of a known key to the log, and each operation that an assistant calls. */
export function observeRequests(log: RequestLog, clock: Clock): Observer {
  const add = (request: ObservedRequest, { source, status, error, durationMs, size }: Ended) => {
    const { caller } = request;
    const operationId = request.operation?.operationId ?? null;
    // Requests of unknown keys belong to no workspace.
    if (caller === null) return;
    if (operationId !== null && quiet.has(operationId) && !isFailure({ status })) return;
    log.add({ status }, () => ({
      workspaceId: caller.tenantId,
      keyId: ((caller as ApiKeyCaller).record as KeyRecord).uuid,
      requestId: request.requestId,
      source,
      method: request.request.method,
      target: toSeenTarget(request.request.target),
      operationId,
      status,
      error: error === null || !isFailure({ status }) ? null : toSeenError(error),
      isReplay: request.idempotency === 'replayed',
      endedAt: clock.now().getTime(),
      durationMs,
      responseBytes: size,
    }));
  };
  return {
    onCall: (request, call) => add(request, { ...call, source: 'assistant', size: null }),
    onResponse(request, response) {
      const { status, error } = response;
      const isAssistant = request.operation?.operationId === assistantRoute;
      // The client has left: the response has no error and is never sent.
      const isAbandoned = status >= 500 && error === null && request.idempotency !== 'replayed';
      add(request, {
        ...response,
        source: isAssistant ? 'assistant' : 'api',
        status: isAbandoned ? null : status,
      });
    },
  };
}
