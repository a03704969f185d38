import { createRootRoute, createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { z } from 'zod';
import { NotFound, Shell } from './shell/shell.tsx';

/** The parent of every route. */
export const rootRoute = createRootRoute({ component: Shell, notFoundComponent: NotFound });

/** Parameters of a search. A value that is not understood is left out. */
export const text = z.string().optional().catch(undefined);
export const pageNumber = z.coerce.number().int().positive().optional().catch(undefined);
export const oneOf = <const Value extends string>(values: readonly Value[]) =>
  z.enum(values).optional().catch(undefined);

/** The search of a page without parameters. */
export const noSearch = z.object({});

/**
 * The route of a page, which is loaded when it is opened.
 *
 * @example page('/jobs', z.object({ page: pageNumber }), async () => (await import('./jobs-page.tsx')).JobsPage)
 */
export function page<const Path extends string, const Search extends z.ZodObject>(
  path: Path,
  validateSearch: Search,
  load: () => Promise<ComponentType>,
) {
  const component = lazyRouteComponent(async () => ({ default: await load() }));
  return createRoute({ getParentRoute: () => rootRoute, path, validateSearch, component });
}
