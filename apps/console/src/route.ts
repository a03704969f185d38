import { useEffect, useState } from 'preact/hooks';

/** `#/products/MUG?status=draft`: behind the hash, so that no server and no log sees where one is. */
export interface Route {
  /** `['products', 'MUG']` */
  readonly path: readonly string[];
  readonly query: URLSearchParams;
}

export function useRoute(): Route {
  const [hash, setHash] = useState(location.hash);
  useEffect(() => {
    const read = () => setHash(location.hash);
    window.addEventListener('hashchange', read);
    return () => window.removeEventListener('hashchange', read);
  }, []);
  return parseRoute(hash);
}

/** @param hash with its `#`. */
export function parseRoute(hash: string): Route {
  const [path = '', query = ''] = hash.slice(1).split('?', 2);
  return { path: path.split('/').filter(Boolean).map(decode), query: new URLSearchParams(query) };
}

/** What is not well written is taken as it is. */
function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** @example toHash(['products', 'MUG'], { page: 2 }) // #/products/MUG?page=2 */
export function toHash(path: readonly string[], query: Readonly<Record<string, unknown>> = {}): string {
  const entries = Object.entries(query).filter(([, value]) => value !== undefined && value !== null && value !== '');
  const search = new URLSearchParams(entries.map(([name, value]) => [name, String(value)])).toString();
  return `#/${path.map(encodeURIComponent).join('/')}${search === '' ? '' : `?${search}`}`;
}

export function go(path: readonly string[], query: Readonly<Record<string, unknown>> = {}): void {
  location.hash = toHash(path, query);
}
