import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

/**
 * The OpenAPI document that is committed, as JSON text, with one server as the one to call.
 *
 * @param baseUrl the API's address, the version segment included.
 */
export async function readOpenApiText(baseUrl: string): Promise<string> {
  const file = fileURLToPath(import.meta.resolve('@product-content/docs/openapi.json'));
  const document = JSON.parse(await readFile(file, 'utf8')) as object;
  return JSON.stringify({ ...document, servers: [{ url: baseUrl }] });
}
