import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { type ContractRoute, documentedSchemaOf, sampleFiles } from '@contract-kit/contract-testing/generating';
import { fileTypesOf } from '@contract-kit/http-spec/zod';
import { contentDisposition, FileBody, type HandlerResult } from '@contract-kit/middleware';
import { isZodSchema } from '@contract-kit/openapi/schemas';
import type { z } from 'zod';
import { sampleOf } from '../bodies/seeded.ts';
import { isAppRouteOtherResponse } from '../contract/ts-rest.ts';

/** True for a response whose body is not JSON: a file, or `c.otherResponse()`. */
export function isFileResponse({ responses }: ContractRoute, status: number): boolean {
  const response = responses[status];
  return fileTypesOf(response) !== undefined || isAppRouteOtherResponse(response as never);
}

/** A file response with deterministic bytes. */
export async function fileResultOf(route: ContractRoute, status: number, about: string): Promise<HandlerResult> {
  const response = route.responses[status];
  const types = fileTypesOf(response);
  if (types === undefined) {
    const { contentType, body } = response as { readonly contentType: string; readonly body: unknown };
    return { status, body: textOf(contentType, body, route.id, about) };
  }
  const [file] = sampleFiles(types, about) as [File];
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (route.method === 'GET') return { status, body: toFileBody(file, bytes) };
  // What is stored for an Idempotency-Key is bytes.
  const disposition = contentDisposition('attachment', file.name);
  return { status, headers: { 'Content-Type': file.type, 'Content-Disposition': disposition }, body: bytes };
}

function toFileBody(file: File, bytes: Uint8Array): FileBody {
  return new FileBody({
    mediaType: file.type,
    size: bytes.length,
    entityTag: { value: createHash('sha256').update(bytes).digest('base64url').slice(0, 22), weak: false },
    open: (range) => Readable.from([range === undefined ? bytes : bytes.subarray(range.start, range.end + 1)]),
    fileName: file.name,
  });
}

function textOf(contentType: string, schema: unknown, where: string, about: string): string | Uint8Array {
  const made = isZodSchema(schema) ? sampleText(schema, where, about) : undefined;
  if (contentType.startsWith('text/event-stream')) return `data: ${made ?? JSON.stringify({ about })}\n\n`;
  return made ?? `Sample of ${about}\n`;
}

/** Undefined if the schema does not describe text. */
function sampleText(schema: z.ZodType, where: string, about: string): string | undefined {
  const documented = documentedSchemaOf(schema, { text: false, where, direction: 'output' });
  if (documented.root.type === undefined) return undefined;
  const made = sampleOf(documented, about);
  return typeof made === 'string' ? made : JSON.stringify(made);
}
