import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { OpenApiProfile } from '@product-content/contract';

const files = {
  plain: '@product-content/docs/openapi.json',
  generators: '@product-content/docs/openapi.generators.json',
} as const satisfies Readonly<Record<OpenApiProfile | 'plain', string>>;

/** A document with its entity tag. */
export interface OpenApiText {
  readonly text: string;
  /** Quoted; different for a different text. */
  readonly entityTag: string;
}

/**
 * Reads a committed OpenAPI document as JSON text, with one server inserted.
 *
 * @param baseUrl the API's address, including the version segment.
 */
export async function readOpenApiText(baseUrl: string, profile: keyof typeof files = 'plain'): Promise<OpenApiText> {
  const file = fileURLToPath(import.meta.resolve(files[profile]));
  const document = JSON.parse(await readFile(file, 'utf8')) as object;
  const text = JSON.stringify({ ...document, servers: [{ url: baseUrl }] });
  return { text, entityTag: `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"` };
}
