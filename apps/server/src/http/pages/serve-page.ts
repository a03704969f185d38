import { randomBytes } from 'node:crypto';
import type { ExtraRoute, FileBody, HandlerResult } from '@contract-kit/middleware';
import type { Request, Response } from 'express';
import { ApiError } from '../../kernel/index.ts';

/** A page of this server for browsers, with the files it asks for. */
export interface ServedPage {
  /** Where its pictures may come from besides this server, as sources of a Content-Security-Policy. */
  readonly pictures: readonly string[];
  /** Below the API's address. */
  readonly path: string;
  /**
   * The page itself by the empty name, what it asks for by theirs; null for other names.
   *
   * @param styleNonce of this response: the page may mark style elements with it, which are then applied.
   */
  readonly file: (name: string, styleNonce: string) => Promise<FileBody | null>;
}

/** Scripts, styles and calls of this server alone; no text that is shown can become any of them. */
const contentSecurityPolicy = (styleNonce: string, pictures: readonly string[]) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${styleNonce}'`,
    ["img-src 'self' data:", ...pictures].join(' '),
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

/** The routes of a page. No key; counted by address. */
export function pageRoutes(page: ServedPage): ExtraRoute[] {
  const route = { method: 'GET', auth: 'none', ranges: true } as const;
  const respondWith = async (name: string): Promise<HandlerResult> => {
    const styleNonce = randomBytes(16).toString('base64url');
    const body = await page.file(name, styleNonce);
    if (body === null) throw new ApiError('not_found', 'The file does not exist.');
    const headers = {
      'Content-Security-Policy': contentSecurityPolicy(styleNonce, page.pictures),
      'Referrer-Policy': 'no-referrer',
    };
    return { status: 200, headers, body };
  };
  return [
    {
      ...route,
      path: page.path,
      async handle({ request }) {
        const [path = ''] = request.target.split('?', 1);
        // What a page asks for is beside it, not below it.
        if (path.endsWith('/')) return { status: 302, headers: { Location: `..${page.path}` }, body: undefined };
        return respondWith('');
      },
    },
    { ...route, path: `${page.path}/:name`, handle: ({ params }) => respondWith(params.name ?? '') },
  ];
}

/** Sends on to a page of the API. The address is a relative one, which holds behind any proxy. */
export function redirectToPage(path: string, prefix: string) {
  return (req: Request, res: Response): void => {
    const parent = req.path.endsWith('/') ? '..' : '.';
    res.redirect(`${parent}${prefix}${path}`);
  };
}
