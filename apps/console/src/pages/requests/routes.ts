import { requestMethods, requestSources } from '@product-content/contract';
import { z } from 'zod';
import { noSearch, oneOf, page, text } from '../../page-route.ts';

/** The status filters of the request log for each outcome. */
export const outcomes = {
  succeeded: ['2xx', '3xx'],
  refused: ['4xx'],
  failed: ['5xx'],
  'refused or failed': ['4xx', '5xx'],
};

export type Outcome = keyof typeof outcomes;

const RequestsSearchSchema = z.object({
  outcome: oneOf(Object.keys(outcomes) as Outcome[]),
  method: oneOf(requestMethods),
  source: oneOf(requestSources),
  operation: text,
  key: text,
  id: text,
  cursor: text,
});

export const requestRoutes = [
  page('/requests', RequestsSearchSchema, async () => (await import('./requests-page.tsx')).RequestsPage),
  page('/requests/$requestId', noSearch, async () => (await import('./request-page.tsx')).RequestPage),
] as const;
