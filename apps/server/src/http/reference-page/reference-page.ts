import { type GuardedRoutes, sendFile } from '@contract-kit/middleware';
import type { Request, Response } from 'express';
import { referencePath } from '../../features/meta/index.ts';
import { pageFiles } from './page-files.ts';

/** Scripts, styles and calls of this server alone; no text of the API description can become any of them. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Serves the API reference: `openapi.json` in a viewer, with all it needs. No key; counted by address. */
export function serveReferencePage({ router, guard, announce }: GuardedRoutes): void {
  for (const { name, read } of pageFiles) {
    const path = name === '' ? referencePath : `${referencePath}/${name}`;
    announce('GET', path);
    router.get(path, guard({ auth: 'none' }), async (req, res) => {
      if (name === '' && req.path.endsWith('/')) return redirectToReference(req, res);
      res.setHeader('Content-Security-Policy', contentSecurityPolicy);
      res.setHeader('Referrer-Policy', 'no-referrer');
      await sendFile(req, res, await read(), true);
    });
  }
}

/** Sends on to the page. The address is a relative one, which holds behind any proxy. */
export function redirectToReference(req: Request, res: Response, prefix = ''): void {
  const parent = req.path.endsWith('/') ? '..' : '.';
  res.redirect(`${parent}${prefix}${referencePath}`);
}
