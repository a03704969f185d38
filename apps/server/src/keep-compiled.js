import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

/**
 * Caches what Node compiles beside the packages, so that later starts need not strip types and compile: half the work
 * of a command, a third of a start. If the folder is not writable, nothing is cached.
 *
 * This file and the two that import it are JavaScript: the first TypeScript file that is not in the cache makes Node load
 * its TypeScript parser, which costs each process 14 MB and 50 ms.
 */
export function keepCompiled() {
  enableCompileCache(fileURLToPath(new URL('../../../node_modules/.cache/product-content', import.meta.url)));
}
