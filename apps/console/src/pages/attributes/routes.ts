import { attributeTypes } from '@product-content/contract';
import { z } from 'zod';
import { noSearch, oneOf, page, text } from '../../page-route.ts';

const AttributesSearchSchema = z.object({
  type: oneOf(attributeTypes),
  group: text,
});

export const attributeRoutes = [
  page('/attributes', AttributesSearchSchema, async () => (await import('./attributes-page.tsx')).AttributesPage),
  page('/attributes/$idOrCode', noSearch, async () => (await import('./attribute-page.tsx')).AttributePage),
] as const;
