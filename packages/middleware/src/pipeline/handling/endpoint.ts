import { Stream } from 'node:stream';
import { mayBeLarge } from '@contract-kit/http-spec';
import { type AppRoute, isAppRouteOtherResponse } from '@ts-rest/core';
import type { Request, Response } from 'express';
import type { Caller } from '../../auth/caller.ts';
import type { Idempotency, IdempotentRequest, RequestTarget } from '../../idempotency/index.ts';
import type { HandlerResult } from '../handler-result.ts';
import { type RequestState, stateOf } from '../stages/request-state.ts';
import { checkResult, checkThrown } from './check-result.ts';
import { HandlerContext } from './handler-context.ts';
import { sendResult } from './send-result.ts';

/** A handler after its types have done their work. */
export type AnyHandler = (args: {
  params: unknown;
  query: unknown;
  body: unknown;
  context: unknown;
}) => Promise<HandlerResult>;

/** An `authorize` after its types have done their work. */
export type AnyAuthorize = (caller: Caller, input: HandlerInput) => void | Promise<void>;

/** What ts-rest calls an implementation with, as far as it is read here. */
interface EndpointArgs {
  params: unknown;
  query: unknown;
  body: unknown;
  req: Request;
  res: Response;
}

export interface EndpointOptions {
  readonly idempotency: Idempotency<Caller> | undefined;
  readonly createContext: ((base: HandlerContext) => object) | undefined;
  /** Hold what handlers return and throw to the contract. */
  readonly validateResponses: boolean;
}

/** ts-rest pipes a stream and then leaves the answer alone; this one has nothing to pipe. */
class AlreadySent extends Stream {
  override pipe<T>(destination: T): T {
    return destination;
  }
}

const alreadySent = new AlreadySent();

/** The validated input of a handler. */
export type HandlerInput = Pick<EndpointArgs, 'params' | 'query' | 'body'>;

/** A route's handler with everything that surrounds it but the sending. */
export interface Execution {
  /** Media types of the answers that are no JSON, by status. */
  readonly contentTypes: ReadonlyMap<number, string>;
  /**
   * Judges the caller, builds the handler's context and runs it at most once per idempotency key.
   *
   * @param target what the request asked for, which an idempotency key is compared by.
   */
  run(input: HandlerInput, state: RequestState, res: Response, target: RequestTarget): Promise<HandlerResult>;
}

/** @param authorize null where scopes are all a caller is judged by. */
export function createExecution(
  route: AppRoute,
  handler: AnyHandler,
  authorize: AnyAuthorize | null,
  options: EndpointOptions,
): Execution {
  const contentTypes = otherContentTypes(route);
  const { idempotency, createContext, validateResponses } = options;
  return {
    contentTypes,
    async run(input, state, res, target) {
      try {
        await authorize?.(state.caller as Caller, input);
        const base = new HandlerContext(state, res);
        const context = createContext === undefined ? base : Object.assign(base, createContext(base));
        // A getter: only a keyed request needs a signal.
        const content = {
          ...target,
          otherTypes: contentTypes,
          get signal() {
            return base.signal;
          },
        };
        const result = await runOnce(idempotency, state, input, content, () => handler({ ...input, context }));
        if (validateResponses) checkResult(route, result);
        return result;
      } catch (thrown) {
        if (validateResponses) checkThrown(route, thrown);
        throw thrown;
      }
    },
  };
}

/** Wraps a handler's execution as a ts-rest implementation, which writes the answer. */
export function createEndpoint({ run, contentTypes }: Execution) {
  return async function endpoint({ params, query, body, req, res }: EndpointArgs) {
    const state = stateOf(req);
    try {
      const result = await run({ params, query, body }, state, res, targetOf(req));
      await sendResult(res, state, result, contentTypes.get(result.status) ?? null);
      return { status: result.status, body: alreadySent };
    } catch (thrown) {
      // Express takes a thrown undefined or 'route' for "go on", so only errors may leave here.
      throw thrown instanceof Error ? thrown : new Error('Something that is no error was thrown.', { cause: thrown });
    } finally {
      state.end();
    }
  };
}

function targetOf(req: Request): RequestTarget {
  const [path = '', query = ''] = req.originalUrl.split(/\?(.*)/s, 2);
  return { method: req.method, path, query };
}

async function runOnce(
  wrapper: Idempotency<Caller> | undefined,
  state: RequestState,
  input: HandlerInput,
  content: RequestTarget & Pick<IdempotentRequest<Caller>, 'otherTypes' | 'signal'>,
  execute: () => Promise<HandlerResult>,
): Promise<HandlerResult> {
  const { caller, idempotencyKey: key, policy, requestId, bodyParts: parts, sentBody: body } = state;
  if (wrapper === undefined || key === null || caller === null || policy === null) return execute();
  const large = mayBeLarge(policy.largeResponse, input);
  return wrapper.run(
    { policy, caller, callerId: caller.keyId, key, requestId, parts, body, large, ...content },
    execute,
  );
}

function otherContentTypes(route: AppRoute): ReadonlyMap<number, string> {
  const types = new Map<number, string>();
  for (const [status, response] of Object.entries(route.responses)) {
    if (isAppRouteOtherResponse(response)) types.set(Number(status), response.contentType);
  }
  return types;
}
