import { ApiError } from '@contract-kit/http-spec';
import type { ErrorRequestHandler, Request, RequestHandler } from 'express';
import { sendEmpty } from '../handling/send-result.ts';
import type { Admission } from './admission.ts';
import type { Cors } from './cors.ts';
import { stateOf } from './request-state.ts';
import { methodsOf, type PathMethod } from './route-table.ts';

/** Answers what no route took: 204 to OPTIONS, 405 for another method of a known path, else 404. */
export function unmatchedStage(table: readonly PathMethod[], admission: Admission, cors: Cors | null): RequestHandler {
  return async function answerUnmatched(req, res) {
    await admission.count(req, res, stateOf(req));
    const methods = methodsOf(table, req.path);
    if (methods.length === 0) throw new ApiError('not_found', 'There is nothing at this path.');
    if (req.method === 'OPTIONS') {
      res.setHeader('Allow', methods.join(', '));
      cors?.allowPreflight(req, res, methods);
      sendEmpty(res, 204);
      return;
    }
    throw new ApiError('method_not_allowed', `This path takes ${methods.join(', ')}.`, {
      headers: { Allow: methods.join(', ') },
    });
  };
}

/** Counts a request that failed before it was, so that its answer has the rate-limit headers too. */
export function countFailures(admission: Admission): ErrorRequestHandler {
  return async function countFailure(error: unknown, req: Request, res, next) {
    const state = stateOf(req);
    if (!state.counted && !res.headersSent) await admission.count(req, res, state);
    next(error);
  };
}
