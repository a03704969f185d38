import type { ErrorDefinition, ErrorTable } from '@contract-kit/http-spec';
import type { Example, Reference, Response } from '../document.ts';
import type { JsonSchema } from '../schemas/json-schema.ts';
import { headerReferences, type SharedHeader } from './headers.ts';

/**
 * The error answers of a document. Routes that answer a status with the same codes share one component, named after
 * the codes: `NotFound`, `ConflictOrIdempotencyInProgress`.
 */
export interface ErrorResponses {
  /** Refers to the answer for the codes, which have one status. */
  refer(codes: readonly string[]): Reference;
  /** The components referred to so far, by name. */
  components(): Record<string, Response>;
}

/** @param schema The error envelope. */
export function createErrorResponses(table: ErrorTable, schema: JsonSchema): ErrorResponses {
  const used = new Map<string, Response>();
  const order = Object.keys(table);
  return {
    refer(codes) {
      const sorted = order.filter((code) => codes.includes(code));
      const name = sorted.map(pascalCase).join('Or');
      if (!used.has(name)) used.set(name, describe(sorted, table, schema));
      return { $ref: `#/components/responses/${name}` };
    },
    components: () => Object.fromEntries([...used].sort(([a], [b]) => (a < b ? -1 : 1))),
  };
}

function describe(codes: readonly string[], table: ErrorTable, schema: JsonSchema): Response {
  const rows = codes.map((code) => ({ code, ...(table[code] as ErrorDefinition) }));
  if (new Set(rows.map(({ status }) => status)).size > 1) {
    throw new TypeError(`The error codes ${codes.join(', ')} have different statuses.`);
  }
  const lines = rows.map(({ code, meaning }) => `\`${code}\`: ${meaning}`);
  return {
    description: lines.length === 1 ? (lines[0] as string) : lines.map((line) => `- ${line}`).join('\n'),
    headers: headerReferences(...new Set(rows.flatMap(headersOf))),
    content: { 'application/json': { schema, examples: Object.fromEntries(rows.map(exampleOf)) } },
  };
}

function headersOf({ status, retry }: ErrorDefinition): SharedHeader[] {
  if (retry === 'after') return ['Retry-After'];
  if (status === 401) return ['WWW-Authenticate'];
  if (status === 405) return ['Allow'];
  if (status === 416) return ['Content-Range'];
  return status === 412 ? ['ETag'] : [];
}

function exampleOf({ code, status, meaning }: ErrorDefinition & { code: string }): [string, Example] {
  const details = status === 422 && code === 'validation_failed' ? { fieldErrors: { name: 'Required.' } } : undefined;
  const error = { code, message: meaning, ...(details && { details }), requestId: 'req_01k9z3v6c4e7b8n2m5q1t0r9ya' };
  return [code, { value: { error } }];
}

function pascalCase(code: string): string {
  return code.replace(/(?:^|[_-])([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}
