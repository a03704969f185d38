import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import express, { type Express } from 'express';
import { referencePath } from '../../features/meta/index.ts';
import { StartError } from '../../kernel/index.ts';

/**
 * Serves the documentation below `/docs/`, which otherwise redirects to the API reference. It needs no key and is not
 * rate limited: static files outside the API.
 *
 * @param folder the built site.
 * @throws StartError when there is no site in the folder.
 */
export function serveDocumentation(app: Express, folder: string): void {
  const start = join(folder, 'index.html');
  if (!existsSync(start)) throw new StartError(`DOCS_SITE: ${folder} does not contain a built documentation site.`);
  const contentSecurityPolicy = policyOf(readFileSync(start, 'utf8'));
  app.use(
    referencePath,
    express.static(folder, {
      extensions: ['html'],
      setHeaders(res, path) {
        if (path.startsWith(join(folder, 'assets'))) res.set('Cache-Control', 'public, max-age=31536000, immutable');
        if (path.endsWith('.html')) res.set('Content-Security-Policy', contentSecurityPolicy);
      },
    }),
  );
}

/** Allows scripts of this server and each page's inline scripts. Highlighted code has its colors in attributes. */
function policyOf(html: string): string {
  const inline = [...html.matchAll(/<script[^>]*>([^<]+)<\/script>/g)].map(
    ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  );
  return [
    "default-src 'none'",
    `script-src 'self' ${inline.join(' ')}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
