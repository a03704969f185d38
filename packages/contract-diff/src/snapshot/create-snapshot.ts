import {
  type ContractTree,
  findVocabulary,
  idempotencyKeyMaxLength,
  isRoutePolicy,
  type PlainRoute,
  plainPolicyOf,
  type Vocabulary,
  vocabularyKey,
} from '@contract-kit/http-spec';
import { standardVocabulary } from '@contract-kit/http-spec/zod';
import { createOpenApiDocument, type OpenApiOptions, type WebhookDescription } from '@contract-kit/openapi';
import { isZodSchema, toJsonSchema } from '@contract-kit/openapi/schemas';
import { type AppRoute, type AppRouter, isAppRoute } from '../ts-rest.ts';
import { readDocument, toPlainSchema } from './from-document.ts';
import type { ErrorSnapshot, EventSnapshot, PolicySnapshot, Snapshot } from './snapshot.ts';

/** What the contract itself does not contain; the options of `createOpenApiDocument()` fit. */
export interface SnapshotOptions {
  /** With the version of the API. */
  readonly info?: { readonly version: string };
  /** Events by name. */
  readonly webhooks?: OpenApiOptions['webhooks'];
  /** How long the response to a request with an Idempotency-Key is kept, in milliseconds. */
  readonly idempotencyRetentionMs?: number;
}

/**
 * Records a contract, so that a later one can be compared with it. Routes without `operation()` are named by their path
 * in the contract (`notes.create`) and recorded without policies.
 *
 * @throws TypeError naming the route when a schema has no JSON Schema, or two operations have one id.
 * @example
 * const snapshot = await createSnapshot(contract, { info: { version: '1.0.0' } });
 * await writeFile('releases/1.0.0.json', JSON.stringify(snapshot, null, 2));
 */
export async function createSnapshot(contract: AppRouter, options: SnapshotOptions = {}): Promise<Snapshot> {
  const { info, webhooks = {}, idempotencyRetentionMs } = options;
  const routes = routesBelow(contract, []);
  const policied = routes.filter(([, route]) => isRoutePolicy(route.metadata));
  const vocabulary = findVocabulary(Object.fromEntries(policied) as ContractTree);
  const named = routes.map(([name, route]) => withPolicy(name, route, vocabulary ?? standardVocabulary));
  const ids = named.map(({ metadata }) => metadata.operationId);
  const twice = ids.find((id, index) => ids.indexOf(id) < index);
  if (twice !== undefined) throw new TypeError(`Two operations have the id "${twice}".`);
  const policies = policied.map(([, { metadata }]) => {
    const { operationId, [vocabularyKey]: _, ...policy } = metadata as ReturnType<typeof plainPolicyOf>;
    return [operationId, policy satisfies PolicySnapshot] as const;
  });
  const document = await createOpenApiDocument(
    Object.fromEntries(named.map((route, index) => [String(index), route])) as AppRouter,
    { info: { title: '', version: info?.version ?? '' }, webhooks },
  );
  const { errorBody, events = {}, ...described } = readDocument(document, Object.fromEntries(policies));
  // Through JSON, so that a snapshot equals its file.
  return JSON.parse(
    JSON.stringify({
      format: 2,
      ...(info !== undefined && { version: info.version }),
      ...(vocabulary !== null && describeVocabulary(vocabulary)),
      ...(vocabulary !== null && {
        errorBody,
        idempotency: { keyMaxLength: idempotencyKeyMaxLength, retentionMs: idempotencyRetentionMs },
      }),
      ...described,
      ...(Object.keys(events).length > 0 && { events: withScopes(events, webhooks) }),
    } satisfies Snapshot),
  );
}

function routesBelow(contract: AppRouter, place: readonly string[]): [string, AppRoute][] {
  return Object.entries(contract).flatMap(([name, entry]) => {
    const here = [...place, name];
    return isAppRoute(entry) ? [[here.join('.'), entry]] : routesBelow(entry, here);
  });
}

function withPolicy(name: string, route: AppRoute, vocabulary: Vocabulary) {
  if (isRoutePolicy(route.metadata)) return { ...route, metadata: route.metadata };
  return { ...route, metadata: { ...plainPolicyOf(route as PlainRoute, name), [vocabularyKey]: vocabulary } };
}

function describeVocabulary({ errors, authSchemes, limits, scopes }: Vocabulary) {
  const codes = Object.entries(errors).map(([code, { details, ...definition }]): [string, ErrorSnapshot] => [
    code,
    isZodSchema(details) ? { ...definition, details: describeDetails(code, details) } : definition,
  ]);
  return { errors: Object.fromEntries(codes), authSchemes, rateLimits: limits, scopes };
}

function describeDetails(code: string, details: Parameters<typeof toJsonSchema>[0]) {
  const { root, definitions } = toJsonSchema(details, { direction: 'output', text: false, where: `error ${code}` });
  // Named schemas of details stay inline, because the document names schemas differently.
  const within = [...definitions].map(([name, schema]) => [name, toPlainSchema(schema)]);
  return { ...toPlainSchema(root), ...(within.length > 0 && { $defs: Object.fromEntries(within) }) };
}

function withScopes(
  events: Readonly<Record<string, EventSnapshot>>,
  webhooks: Readonly<Record<string, WebhookDescription>>,
): Readonly<Record<string, EventSnapshot>> {
  const entries = Object.entries(events).map(([name, event]) => {
    const anyScopes = webhooks[name]?.anyScopes;
    return [name, { ...event, ...(anyScopes !== undefined && { anyScopes }) }] as const;
  });
  return Object.fromEntries(entries);
}
