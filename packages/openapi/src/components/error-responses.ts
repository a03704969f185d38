import type { ErrorDefinition, ErrorDetails, RoutePolicy, Vocabulary } from '@contract-kit/http-spec';
import type { z } from 'zod';
import type { Example, Reference, Response } from '../document.ts';
import type { JsonSchema } from '../schemas/json-schema.ts';
import { metaOf } from '../schemas/schema-meta.ts';
import type { SchemaRegistry } from '../schemas/schema-registry.ts';
import { headerReferences, type SharedHeader } from './headers.ts';

/**
 * The error responses of a document. Routes with the same codes under one status share a component, named after
 * the codes: `NotFound`, `ConflictOrIdempotencyInProgress`.
 */
export interface ErrorResponses {
  /**
   * Refers to the response for the codes, which have one status.
   *
   * @param policy of the operation. Absent for responses that belong to no operation.
   */
  refer(codes: readonly string[], policy?: Pick<RoutePolicy, 'missing' | 'deprecated'>): Reference;
  /** The components referred to so far, by name. */
  components(): Record<string, Response>;
}

interface Row extends ErrorDefinition {
  readonly code: string;
}

export function createErrorResponses(vocabulary: Vocabulary, registry: SchemaRegistry): ErrorResponses {
  const used = new Map<string, Response>();
  const order = Object.keys(vocabulary.errors);
  return {
    refer(codes, policy) {
      const sorted = order.filter((code) => codes.includes(code));
      const isDeprecated = policy?.deprecated !== undefined;
      // An operation that may create a record has no current version to name then.
      const isUntagged = policy?.missing === 'create' && sorted.some((code) => vocabulary.errors[code]?.status === 412);
      const name = `${sorted.map(pascalCase).join('Or')}${isUntagged ? 'OrAbsent' : ''}${isDeprecated ? 'OfDeprecated' : ''}`;
      if (!used.has(name)) used.set(name, describe(sorted, { isUntagged, isDeprecated }, vocabulary, registry));
      return { $ref: `#/components/responses/${name}` };
    },
    components: () => Object.fromEntries([...used].sort(([a], [b]) => (a < b ? -1 : 1))),
  };
}

function describe(
  codes: readonly string[],
  { isUntagged, isDeprecated }: { readonly isUntagged: boolean; readonly isDeprecated: boolean },
  vocabulary: Vocabulary,
  registry: SchemaRegistry,
): Response {
  const rows = codes.map((code): Row => ({ code, ...(vocabulary.errors[code] as ErrorDefinition) }));
  const lines = rows.map(({ code, meaning }) => `\`${code}\`: ${meaning}`);
  const schemas = new Map(rows.map((row) => [row.details, schemaOf(row, vocabulary, registry)]));
  const [schema = {}, ...others] = schemas.values();
  const examples = rows.flatMap((row) => exampleOf(row, vocabulary));
  return {
    description: lines.length === 1 ? (lines[0] as string) : lines.map((line) => `- ${line}`).join('\n'),
    headers: {
      ...headerReferences(...new Set([...(isDeprecated ? everyDeprecation : []), ...rows.flatMap(headersOf)])),
      ...(isUntagged && optionalTag),
    },
    content: {
      [vocabulary.envelope.mediaType]: {
        schema: others.length === 0 ? schema : { anyOf: [schema, ...others] },
        ...(examples.length > 0 && { examples: Object.fromEntries(examples) }),
      },
    },
  };
}

/** Shared by all deprecated operations, some of which have an end date. */
const everyDeprecation = ['Deprecation', 'Sunset', 'Link'] as const;

/** The schema of the body, with the details the code promises. */
function schemaOf({ code, details }: Row, { envelope }: Vocabulary, registry: SchemaRegistry): JsonSchema {
  // defineOperations() accepts only zod schemas.
  const schema = envelope.schema(details) as z.ZodType;
  return registry.add(schema, { direction: 'output', text: false, where: `error ${code}` });
}

/** A failed condition on a missing record has no tag to return. */
const optionalTag = {
  ETag: {
    description: 'Entity tag of the current version; absent when there is no record.',
    schema: { type: 'string' },
  },
};

function headersOf(definition: ErrorDefinition): SharedHeader[] {
  const own = ownHeadersOf(definition);
  // A path without the method has no operation that takes a key.
  return definition.stored && definition.status !== 405 ? [...own, 'Idempotent-Replayed'] : own;
}

function ownHeadersOf({ status, retry }: ErrorDefinition): SharedHeader[] {
  if (retry === 'after') return ['Retry-After'];
  if (status === 401) return ['WWW-Authenticate'];
  if (status === 405) return ['Allow'];
  if (status === 416) return ['Content-Range'];
  return status === 412 ? ['ETag'] : [];
}

/** None if the details of a code have no example. */
function exampleOf(row: Row, { envelope }: Vocabulary): [string, Example][] {
  const { code, status, meaning } = row;
  const details = detailsOf(row);
  if (row.details !== undefined && details === undefined) return [];
  const requestId = 'req_01k9z3v6c4e7b8n2m5q1t0r9ya';
  return [[code, { value: envelope.write({ code, status, message: meaning, details, requestId }) }]];
}

function detailsOf({ code, details }: Row): ErrorDetails | undefined {
  if (details !== undefined) return metaOf(details).examples?.[0] as ErrorDetails | undefined;
  return code === 'validation_failed' ? { fieldErrors: { name: 'Required.' } } : undefined;
}

function pascalCase(code: string): string {
  return code.replace(/(?:^|[_-])([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}
