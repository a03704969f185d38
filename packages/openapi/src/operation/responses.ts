import type { RoutePolicy } from '@contract-kit/http-spec';
import { fileTypesOf } from '@contract-kit/http-spec/zod';
import { notModified, notModifiedName } from '../components/create-components.ts';
import type { ErrorResponses } from '../components/error-responses.ts';
import { deprecationHeaders, headerReferences, isSharedHeader, type SharedHeader } from '../components/headers.ts';
import type { Header, MediaType, Reference, Response } from '../document.ts';
import { type HeaderDescription, isZodSchema, metaOf } from '../schemas/schema-meta.ts';
import type { SchemaRegistry } from '../schemas/schema-registry.ts';
import type { AppRoute } from '../ts-rest.ts';
import { createLinks, type RecordOperation } from './links.ts';
import { createMediaType } from './media-types.ts';

export interface ResponseSources {
  /** Its responses by status, errors included. */
  readonly route: AppRoute;
  readonly policy: RoutePolicy;
  /** The operations that links can lead to. */
  readonly recordOperations: readonly RecordOperation[];
  /** Method and path: `POST /todos`. */
  readonly where: string;
  readonly statusOf: (code: string) => number;
  readonly registry: SchemaRegistry;
  readonly errors: ErrorResponses;
}

/** Every documented response of a route, by status. */
export function createResponses(sources: ResponseSources): Record<string, Response | Reference> {
  const { route, policy, errors, statusOf } = sources;
  const byStatus = Map.groupBy(policy.errors, statusOf);
  const responses: Record<string, Response | Reference> = {};
  for (const [status, codes] of byStatus) {
    responses[status] = errors.refer(codes, policy);
  }
  for (const [status, response] of Object.entries(route.responses)) {
    responses[status] ??= createSuccess(Number(status), response, sources);
  }
  if (policy.entityTag === 'read' || policy.ranges === true) responses[304] = createNotModified(sources);
  return responses;
}

/** A 304 has the header fields of its operation's responses that do not describe a body (RFC 9110 §15.4.5). */
function createNotModified({ route, policy }: ResponseSources): Response | Reference {
  const name = notModifiedName(policy);
  const response = route.responses[200];
  const { headers = {} } = metaOf(isOtherResponse(response) ? response.body : response);
  const own = Object.entries(headers).flatMap(([field, header]) =>
    header === 'shared' ? [] : [[field, toHeader({ ...header, required: false })] as const],
  );
  if (own.length === 0 && policy.deprecated === undefined) return { $ref: `#/components/responses/${name}` };
  const { description, headers: shared } = notModified[name];
  const deprecation = headerReferences(...deprecationHeaders(policy.deprecated));
  return { description, headers: { ...shared, ...deprecation, ...Object.fromEntries(own) } };
}

function createSuccess(status: number, response: unknown, sources: ResponseSources): Response {
  const body = isOtherResponse(response) ? response.body : response;
  const { id, description, headers = {} } = metaOf(body);
  const described = Object.entries(headers);
  const own = described.flatMap(([name, header]) => (header === 'shared' ? [] : [[name, toHeader(header)] as const]));
  const shared = described.map(([name]) => name).filter((name) => isSharedHeader(name));
  const content = createContent(response, body, `${sources.where} ${status}`, sources.registry);
  const links = createLinks(sources.route, content, sources.recordOperations, sources.registry);
  return {
    // A named schema describes a record, not this response.
    description: (id === undefined && status !== 206 && description) || reasonOf(status),
    headers: {
      ...headerReferences(...new Set([...policyHeaders(status, body, sources), ...shared])),
      ...Object.fromEntries(own),
    },
    ...(content && { content }),
    ...(links && { links }),
  };
}

function toHeader(described: Exclude<HeaderDescription, 'shared'>): Header {
  const { description, schema = { type: 'string' }, required = true } = described;
  return { ...(required && { required }), description, schema };
}

function policyHeaders(status: number, body: unknown, { route, policy }: ResponseSources): SharedHeader[] {
  const names = deprecationHeaders(policy.deprecated);
  if (policy.entityTag !== 'none' && route.method !== 'DELETE') names.push('ETag');
  if (policy.ranges === true) names.push('ETag', 'Last-Modified', 'Accept-Ranges');
  if (fileTypesOf(body) !== undefined) names.push('Content-Encoding');
  if (status === 206) names.push('Content-Range');
  if (status === 201 || status === 303) names.push('Location');
  if (policy.idempotency === 'accepted') names.push('Idempotent-Replayed');
  return names;
}

function createContent(
  response: unknown,
  body: unknown,
  where: string,
  registry: SchemaRegistry,
): Record<string, MediaType> | undefined {
  if (!isZodSchema(body)) return isOtherResponse(response) ? undescribed(response.contentType) : undefined;
  const type = isOtherResponse(response) ? response.contentType : 'application/json';
  const variants = Object.entries(metaOf(body).content ?? { [type]: body });
  return Object.fromEntries(
    variants.map(([name, schema]) => [name, createMediaType(schema, { direction: 'output', where }, registry)]),
  );
}

/** A body with only a TypeScript type, such as `c.type()` for a stream of events. */
function undescribed(contentType: string): Record<string, MediaType> {
  return { [contentType]: contentType.startsWith('text/') ? { schema: { type: 'string' } } : {} };
}

/** ts-rest's `c.otherResponse()`: a body of another content type. */
function isOtherResponse(response: unknown): response is { contentType: string; body: unknown } {
  return typeof response === 'object' && response !== null && 'contentType' in response && 'body' in response;
}

const reasons: Readonly<Record<number, string>> = {
  200: 'OK.',
  201: 'Created.',
  202: 'Accepted; the work continues in the background.',
  206: 'The requested part of the file.',
  204: 'Done; there is no body.',
};

function reasonOf(status: number): string {
  return reasons[status] ?? `Status ${status}.`;
}
