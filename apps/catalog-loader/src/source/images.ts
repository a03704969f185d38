import type { PlannedProduct } from '../load-plan.ts';

export type PlannedImage = NonNullable<PlannedProduct['images']>[number];

/** The https address of an image: the path itself, or the path relative to a base; null without one. */
export function imageUrl(path: string, base: string | undefined): string | null {
  const absolute = URL.parse(path);
  if (absolute !== null) return absolute.protocol === 'https:' ? absolute.href : null;
  if (base === undefined) return null;
  const directory = base.endsWith('/') ? base : `${base}/`;
  return URL.parse(path.replace(/^\/+/, ''), directory)?.href ?? null;
}
