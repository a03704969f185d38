import { eventTypes } from '@product-content/contract';
import { z } from 'zod';
import { oneOf, page, text } from '../../page-route.ts';

const EventsSearchSchema = z.object({
  type: oneOf(eventTypes),
  event: text,
});

export const eventRoutes = [
  page('/events', EventsSearchSchema, async () => (await import('./events-page.tsx')).EventsPage),
] as const;
