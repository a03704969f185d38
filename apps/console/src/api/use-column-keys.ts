import { type ProductFieldName, productFields } from '@product-content/contract';
import { useMemo } from 'react';
import { useMay, useSession } from '../session/session.ts';
import { useRead } from './use-read.ts';

/** Fields that are not columns themselves, with the columns they have for every product. */
const parts: Readonly<Partial<Record<ProductFieldName, readonly string[]>>> = {
  prices: [],
  attributes: [],
  translations: [],
  associations: [],
  units: ['units.weight', 'units.dimension'],
  seo: ['seo.title', 'seo.description', 'seo.slug'],
};

const identity = ['sku', 'id', 'type', 'parent', 'variantAxes', 'status'];
const fields = (Object.keys(productFields) as ProductFieldName[]).flatMap((name) => parts[name] ?? [name]);
const translated = ['name', 'shortDescription', 'description', 'seo.title', 'seo.description'];

/** The column keys that products of the workspace can have, for suggestions: `prices.EUR`, `attributes.color`. */
export function useColumnKeys(): readonly string[] {
  const { workspace } = useSession().caller;
  const enabled = useMay('attributes.list');
  const attributes = useRead('attributes.list', {}, { enabled }).data?.body.data;
  return useMemo(
    () => [
      ...identity,
      ...fields,
      ...workspace.currencies.flatMap((currency) => [`prices.${currency}`, `prices.${currency}.compareAt`]),
      ...(attributes ?? []).map(({ code }) => `attributes.${code}`),
      ...workspace.locales
        .filter((locale) => locale !== workspace.defaultLocale)
        .flatMap((locale) => translated.map((name) => `translations.${locale}.${name}`)),
    ],
    [workspace, attributes],
  );
}
