import { isApiError } from '@contract-kit/client';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type CallInput, call, type InputOf, type OperationId, routeOf } from '../../api/operations.ts';
import { toProblem } from '../../api/problem.ts';
import { useSession } from '../../session/session.ts';
import { type Draft, toInput } from './draft.ts';

/** The response, a success or an error of the API. */
export interface Outcome {
  readonly status: number;
  readonly durationMs: number;
  readonly requestId: string | null;
  readonly headers: Headers;
  /** Parsed JSON; a note if the response is a file or has no body. */
  readonly body: unknown;
}

export interface Send {
  readonly send: (draft: Draft) => void;
  readonly isPending: boolean;
  readonly outcome: Outcome | null;
  /** Why there was no response. */
  readonly problem: string | null;
}

export function useSend(operation: OperationId): Send {
  const { api } = useSession();
  const client = useQueryClient();
  const [isPending, setPending] = useState(false);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [problem, setProblem] = useState<string | null>(null);

  const attempt = async (input: CallInput) => {
    const startedAt = performance.now();
    const duration = () => Math.round(performance.now() - startedAt);
    try {
      const response = await call(api, operation, input as InputOf<OperationId>);
      const { status, requestId, headers, body } = response;
      setOutcome({ status, requestId, headers, body: readable(body), durationMs: duration() });
      if (routeOf(operation).method !== 'GET') await client.invalidateQueries();
    } catch (error) {
      if (!isApiError(error)) throw error;
      const { status, code, reason: message, details, requestId, headers } = error;
      setOutcome({
        ...{ status, requestId, headers, durationMs: duration() },
        body: { error: { code, message, ...(Object.keys(details).length > 0 && { details }), requestId } },
      });
    }
  };

  const send = async (draft: Draft) => {
    setPending(true);
    setProblem(null);
    setOutcome(null);
    try {
      await attempt(toInput(operation, draft));
    } catch (error) {
      setProblem(error instanceof SyntaxError ? 'The body is not valid JSON.' : toProblem(error).message);
    } finally {
      setPending(false);
    }
  };
  return { send: (draft) => void send(draft), isPending, outcome, problem };
}

/** JSON is shown unchanged. Files and streams are not read. */
function readable(body: unknown): unknown {
  if (body === undefined || body === null) return null;
  const isPlain = Array.isArray(body) || Object.getPrototypeOf(body) === Object.prototype || typeof body !== 'object';
  return isPlain ? body : 'The response is a file.';
}
