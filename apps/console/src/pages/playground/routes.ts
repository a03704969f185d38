import { z } from 'zod';
import { operationIds } from '../../api/operations.ts';
import { oneOf, page, text } from '../../page-route.ts';

/** A request as a person has filled it in: parameter values, and the body as JSON. */
const PlaygroundSearchSchema = z.object({
  operation: oneOf(operationIds),
  params: text,
  query: text,
  body: text,
});

export const playgroundRoutes = [
  page('/playground', PlaygroundSearchSchema, async () => (await import('./playground-page.tsx')).PlaygroundPage),
] as const;
