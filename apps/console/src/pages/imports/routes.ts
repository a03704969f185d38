import { recordTypes } from '@product-content/contract';
import { z } from 'zod';
import { oneOf, page, text } from '../../page-route.ts';

const ImportSearchSchema = z.object({
  recordType: oneOf(recordTypes),
  /** Id of an import profile. */
  profile: text,
});

export const importRoutes = [
  page('/imports', ImportSearchSchema, async () => (await import('./import-page.tsx')).ImportPage),
] as const;
