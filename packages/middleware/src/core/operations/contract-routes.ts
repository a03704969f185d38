import { policyOf, type RoutePolicy } from '@contract-kit/http-spec';
import { deprecatedPathsOf } from '@contract-kit/http-spec/zod';
import { z } from 'zod';
import type { NamedScheme } from '../../auth/authenticator.ts';
import type { HandlerResult } from '../../handler-result.ts';
import type { AnyOptions } from '../api.ts';
import { createAnnouncement } from '../deprecation.ts';
import { HandlerContext } from '../handlers/handler-context.ts';
import { checkResult, checkThrown } from '../responses/check-result.ts';
import { keepDeclared } from '../responses/keep-declared.ts';
import { type AppRoute, type AppRouter, isAppRoute, isAppRouteOtherResponse } from '../ts-rest.ts';
import { type HandlerInput, type Operation, type RunHandler, templateOf } from './operation.ts';

/** A route of a contract, and its handler from a tree of the same shape. */
export interface ContractRoute {
  readonly route: AppRoute;
  readonly handler: unknown;
}

/** Every route of a contract in its order. */
export function implementedRoutesOf(contract: AppRouter, handlers: unknown): ContractRoute[] {
  return Object.entries(contract).flatMap(([name, entry]) => {
    const handler = (handlers as Readonly<Record<string, unknown>> | undefined)?.[name];
    return isAppRoute(entry) ? [{ route: entry, handler }] : implementedRoutesOf(entry, handler);
  });
}

export interface OperationSettings extends Pick<AnyOptions, 'createContext' | 'responses' | 'validateResponses'> {
  readonly schemes: readonly NamedScheme[];
  /** Whole paths of the contract by operation id. */
  readonly paths: ReadonlyMap<string, string>;
}

type Handle = (args: HandlerInput & { readonly context: object }) => Promise<HandlerResult>;

/** @throws TypeError when a handler, its `authorize` or an authentication scheme is missing. */
export function toOperation({ route, handler }: ContractRoute, settings: OperationSettings): Operation {
  const policy = policyOf(route);
  const { authorize, handle } = toAuthorizedHandler(policy, handler);
  const { deprecated } = policy;
  const isTrusted = settings.responses === 'trust' && settings.validateResponses !== true;
  const schemas: Operation['schemas'] = {
    params: route.pathParams,
    query: route.query,
    headers: headersSchemaOf(route.headers),
    body: 'body' in route ? route.body : undefined,
  };
  return {
    method: route.method,
    path: route.path,
    route: templateOf(settings.paths.get(policy.operationId) ?? route.path),
    policy,
    announceDeprecation: deprecated
      ? createAnnouncement(deprecated, settings.paths.get(deprecated.successor ?? ''))
      : null,
    deprecatedFields: Object.entries(schemas).flatMap(([part, schema]) =>
      deprecatedPathsOf(schema).map((path) => [part, ...path]),
    ),
    schemes: schemesOf(policy, settings.schemes),
    schemas,
    contentTypes: otherContentTypes(route),
    authorize: authorize && ((caller, input) => throwsDeclared(route, settings, () => authorize(caller, input))),
    prepare(exchange) {
      const base = new HandlerContext(exchange, policy);
      const withContext = (extra: object | undefined): RunHandler => {
        const context = Object.assign(base, extra);
        const run = () => handle({ ...exchange.input, context });
        return isTrusted ? run : () => holdToContract(route, settings, run);
      };
      const extra = settings.createContext?.(base);
      return extra instanceof Promise ? extra.then(withContext) : withContext(extra);
    },
  };
}

/** The schemes a policy accepts. @throws TypeError when there is no such scheme. */
export function schemesOf({ auth, operationId }: RoutePolicy, schemes: readonly NamedScheme[]): NamedScheme[] {
  return auth.map((name) => {
    const scheme = schemes.find((given) => given.name === name);
    if (scheme === undefined) throw new TypeError(`${operationId} authenticates by "${name}": add it to auth.`);
    return scheme;
  });
}

function toAuthorizedHandler(policy: RoutePolicy, handler: unknown) {
  const { operationId } = policy;
  const { authorize, handle }: Partial<Record<string, unknown>> =
    typeof handler === 'object' && handler !== null ? { ...handler } : { handle: handler };
  if (typeof handle !== 'function') throw new TypeError(`There is no handler for ${operationId}.`);
  if (policy.authorize === 'handler' && typeof authorize !== 'function') {
    throw new TypeError(`${operationId} has authorize: 'handler': its handler must be { authorize, handle }.`);
  }
  if (policy.authorize !== 'handler' && authorize !== undefined) {
    throw new TypeError(
      `${operationId} has an authorize that its contract does not declare: set authorize: 'handler' there.`,
    );
  }
  return { authorize: (authorize ?? null) as Operation['authorize'], handle: handle as Handle };
}

/** Runs a handler, and returns only what its contract allows. */
async function holdToContract(
  route: AppRoute,
  settings: OperationSettings,
  run: () => Promise<HandlerResult>,
): Promise<HandlerResult> {
  const { responses = 'strip', validateResponses = false } = settings;
  const result = await throwsDeclared(route, settings, run);
  if (validateResponses) checkResult(route, result);
  return responses === 'trust' ? result : keepDeclared(route, result, responses);
}

/** Runs a function of the application. If responses are validated, its errors are checked against the contract. */
async function throwsDeclared<Result>(
  route: AppRoute,
  { validateResponses = false }: OperationSettings,
  run: () => Result | Promise<Result>,
): Promise<Result> {
  try {
    return await run();
  } catch (thrown) {
    if (validateResponses) checkThrown(route, thrown);
    throw thrown;
  }
}

/** A contract states a schema for each header field; field names are case-insensitive. */
function headersSchemaOf(headers: AppRoute['headers']): z.ZodType | undefined {
  if (headers === undefined) return undefined;
  const schemas = Object.entries(headers as Readonly<Record<string, z.ZodType>>);
  return z.object(Object.fromEntries(schemas.map(([name, schema]) => [name.toLowerCase(), schema])));
}

function otherContentTypes(route: AppRoute): ReadonlyMap<number, string> {
  const types = new Map<number, string>();
  for (const [status, response] of Object.entries(route.responses)) {
    if (isAppRouteOtherResponse(response)) types.set(Number(status), response.contentType);
  }
  return types;
}
