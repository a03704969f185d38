import { createRootRoute } from '@tanstack/react-router';
import { NotFound, Shell } from './shell/shell.tsx';

/** The parent of every route. */
export const rootRoute = createRootRoute({ component: Shell, notFoundComponent: NotFound });
