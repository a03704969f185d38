import {
  assertSuccessors,
  findVocabulary,
  policyOf,
  type RoutePolicy,
  routesOf,
  type Vocabulary,
} from '@contract-kit/http-spec';
import { standardVocabulary } from '@contract-kit/http-spec/zod';
import { createComponents } from './components/create-components.ts';
import { createErrorResponses } from './components/error-responses.ts';
import { policyParameters } from './components/request-headers.ts';
import { securityOf } from './components/security.ts';
import { nameSchemas } from './document/name-schemas.ts';
import { refineSchemas } from './document/refine-schemas.ts';
import type { OpenApiDocument, Operation, PathItem } from './document.ts';
import { describeOperation } from './operation/describe-operation.ts';
import { draftParameters } from './operation/draft-parameters.ts';
import { findRecordOperations } from './operation/links.ts';
import { createParameter } from './operation/parameters.ts';
import { createRequestBody } from './operation/request-body.ts';
import { createResponses } from './operation/responses.ts';
import type { OpenApiOptions } from './options.ts';
import { hoistExamples } from './schemas/hoist-examples.ts';
import { createSchemaRegistry } from './schemas/schema-registry.ts';
import { createTags, tagOf } from './tags.ts';
import type { AppRoute, AppRouter } from './ts-rest.ts';
import { createWebhooks } from './webhooks.ts';

/**
 * Describes a contract as an OpenAPI 3.1.0 document. Everything except the texts of `options` comes from the contract:
 * the routes made by `operation()`, their schemas and their policies.
 *
 * @param contract Every route must have been made by `operation()`.
 * @throws TypeError naming the route when a schema has no JSON Schema, two schemas share an id, a policy is missing, or
 * operations of different vocabularies are in one contract, or a successor is not in it.
 * @example
 * const document = await createOpenApiDocument(contract, { info: { title: 'To-do', version: '1.0.0' } });
 * await writeFile('openapi.json', toCanonicalJson(document));
 */
export async function createOpenApiDocument(contract: AppRouter, options: OpenApiOptions): Promise<OpenApiDocument> {
  const vocabulary: Vocabulary = findVocabulary(contract) ?? standardVocabulary;
  const registry = createSchemaRegistry();
  const errors = createErrorResponses(vocabulary, registry);
  errors.refer(['method_not_allowed']);

  assertSuccessors(routesOf(contract).map(policyOf));
  const recordOperations = findRecordOperations(routesOf<AppRoute>(contract));
  const createOperation = (route: AppRoute): Operation => {
    const policy = policyOf(route);
    const where = `${route.method} ${route.path}`;
    const parameters = draftParameters(route, (schema, place) => {
      const added = registry.add(schema, { direction: 'input', text: true, where: `${where} ${place}` });
      return structuredClone(registry.resolve(added));
    });
    const allParameters = [...parameters.map(createParameter), ...policyParameters(policy)];
    const body = 'body' in route ? createRequestBody(route.body, policy, where, registry) : undefined;
    return {
      operationId: policy.operationId,
      ...(route.summary !== undefined && { summary: route.summary }),
      description: describeOperation(route.description, policy, vocabulary),
      tags: [tagOf(policy.operationId, options.tags)],
      ...deprecationOf(policy),
      ...(allParameters.length > 0 && { parameters: allParameters }),
      ...(body && { requestBody: body }),
      responses: createResponses({
        route,
        policy,
        recordOperations,
        where,
        statusOf: (code) => vocabulary.errors[code]?.status as number,
        registry,
        errors,
      }),
      security: securityOf(policy, vocabulary),
    };
  };

  const paths: Record<string, PathItem> = {};
  for (const route of routesOf<AppRoute>(contract)) {
    const path = route.path.replaceAll(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: createOperation(route) };
  }
  const { webhooks, parameters } = createWebhooks(options.webhooks ?? {}, registry, tagOf('webhooks', options.tags));
  const components = createComponents(paths, errors, parameters, vocabulary);
  const { value: body, schemas } = registry.finish({
    paths,
    ...(options.webhooks && { webhooks }),
    components,
  });
  const document: OpenApiDocument = {
    openapi: '3.1.0',
    info: options.info,
    ...(options.servers && { servers: options.servers }),
    tags: createTags({ ...paths, ...webhooks }, options.tags),
    ...body,
    components: { schemas: hoistExamples(body, schemas), ...body.components },
  };
  return refineSchemas(nameSchemas(document));
}

function deprecationOf({ deprecated }: RoutePolicy): Pick<Operation, 'deprecated' | 'x-deprecated-since' | 'x-sunset'> {
  if (deprecated === undefined) return {};
  const { since, sunset } = deprecated;
  return { deprecated: true, 'x-deprecated-since': since, ...(sunset !== undefined && { 'x-sunset': sunset }) };
}
