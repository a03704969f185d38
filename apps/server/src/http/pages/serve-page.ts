import { randomBytes } from 'node:crypto';
import type { ExtraRoute, FileBody, HandlerResult } from '@contract-kit/middleware';
import type { Request, Response } from 'express';
import { ApiError } from '../../kernel/index.ts';

/** A page of this server for browsers, with its files. */
export interface ServedPage {
  /** Other servers from which it may load pictures, as sources of a Content-Security-Policy. */
  readonly pictures: readonly string[];
  /** Below the API's address. */
  readonly path: string;
  /**
   * Returns the page itself for the empty name, and its files by name; null for other names.
   *
   * @param styleNonce of this response: the page may mark style elements with it, which are then applied.
   */
  readonly file: (name: string, styleNonce: string) => Promise<FileBody | null>;
}

/** Allows scripts, styles and calls of this server only; no displayed text can become any of them. */
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

/** The routes of a page. They need no key; requests count by address. */
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
        // The page loads its files relative to its own address, which must not end with a slash.
        if (path.endsWith('/')) return { status: 302, headers: { Location: `..${page.path}` }, body: undefined };
        return respondWith('');
      },
    },
    { ...route, path: `${page.path}/:name`, handle: ({ params }) => respondWith(params.name ?? '') },
  ];
}

/** Redirects to a page of the API with a relative address, which works behind any proxy. */
export function redirectToPage(path: string, prefix: string) {
  return (req: Request, res: Response): void => {
    const parent = req.path.endsWith('/') ? '..' : '.';
    res.redirect(`${parent}${prefix}${path}`);
  };
}
