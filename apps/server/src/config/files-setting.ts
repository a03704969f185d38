import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import type { FileLocation } from '../files/index.ts';

const expected = 'Must be file:folder or s3://bucket?endpoint=https://…&region=….';

/** Either `file:` with a path, absolute or relative to the current folder, or a bucket with a prefix as its path. */
export const filesSetting = z.string().transform((text, context): FilesSetting => {
  const location = text.startsWith('file:') ? parseFolder(text) : parseBucket(text);
  if (location !== null) return location;
  context.addIssue(expected);
  return z.NEVER;
});

/** What this setting says by itself; credentials are separate settings. */
export type FilesSetting =
  | { readonly kind: 'folder'; readonly path: string }
  | (Omit<Extract<FileLocation, { kind: 's3' }>, 'credentials' | 'region'> & {
      readonly kind: 's3';
      readonly region: string | null;
    });

function parseFolder(text: string): FilesSetting | null {
  if (!text.startsWith('file://'))
    return text === 'file:' ? null : { kind: 'folder', path: resolve(text.slice('file:'.length)) };
  try {
    return { kind: 'folder', path: fileURLToPath(text) };
  } catch {
    return null;
  }
}

const parameters: ReadonlySet<string> = new Set(['endpoint', 'region']);

function parseBucket(text: string): FilesSetting | null {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url?.protocol !== 's3:' || !/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(url.hostname)) return null;
  if (url.username !== '' || url.port !== '' || [...url.searchParams.keys()].some((name) => !parameters.has(name)))
    return null;
  const endpoint = url.searchParams.get('endpoint');
  if (endpoint !== null && !/^https?:$/.test(URL.canParse(endpoint) ? new URL(endpoint).protocol : '')) return null;
  const path = url.pathname.replace(/^\/+|\/+$/g, '');
  return {
    kind: 's3',
    bucket: url.hostname,
    prefix: path === '' ? '' : `${path}/`,
    endpoint,
    region: url.searchParams.get('region'),
  };
}
