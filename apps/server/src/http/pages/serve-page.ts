import { type FileBody, type GuardedRoutes, sendFile } from '@contract-kit/middleware';
import type { Request, Response } from 'express';
import { ApiError } from '../../kernel/index.ts';

/** A page of this server for browsers, with the files it asks for. */
export interface ServedPage {
  /** Below the API's address. */
  readonly path: string;
  /** The page itself by the empty name, what it asks for by theirs; null for other names. */
  readonly file: (name: string) => Promise<FileBody | null>;
}

/** Scripts, styles and calls of this server alone; no text that is shown can become any of them. */
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

/** Serves a page. No key; counted by address. */
export function servePage({ router, guard, announce }: GuardedRoutes, page: ServedPage): void {
  const send = async (req: Request, res: Response, name: string) => {
    const file = await page.file(name);
    if (file === null) throw new ApiError('not_found', 'The page has no such file.');
    res.setHeader('Content-Security-Policy', contentSecurityPolicy);
    res.setHeader('Referrer-Policy', 'no-referrer');
    await sendFile(req, res, file, true);
  };
  announce('GET', page.path);
  router.get(page.path, guard({ auth: 'none' }), async (req, res) => {
    if (req.path.endsWith('/')) redirectToPage(page.path)(req, res);
    else await send(req, res, '');
  });
  const file = `${page.path}/:name` as const;
  announce('GET', file);
  router.get(file, guard({ auth: 'none' }), (req: Request<{ name: string }>, res: Response) => {
    return send(req as Request, res, req.params.name);
  });
}

/** Sends on to a page. The address is a relative one, which holds behind any proxy. */
export function redirectToPage(path: string, prefix = '') {
  return (req: Request, res: Response): void => {
    const parent = req.path.endsWith('/') ? '..' : '.';
    res.redirect(`${parent}${prefix}${path}`);
  };
}
