import type { Api } from './first-product.ts';

/** Pages are fetched as they are needed, by cursor. */
export async function findDraftSkus(api: Api): Promise<string[]> {
  const skus: string[] = [];
  for await (const product of api.products.list.each({ query: { status: ['draft', 'in_review'], limit: 250 } })) {
    skus.push(product.sku);
  }
  return skus;
}

/** A feed has no end: a page that has no more is all for now, and its place is where to go on. */
export async function readNewEvents(api: Api, place: string): Promise<{ types: string[]; place: string }> {
  const types: string[] = [];
  let next = place;
  for await (const { body } of api.events.list.pages({ query: { after: place } })) {
    types.push(...body.data.map(({ type }) => type));
    next = body.pagination.next ?? next;
  }
  return { types, place: next };
}
