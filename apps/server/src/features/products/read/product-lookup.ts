import type { ApiKeyCaller, ResourceLookup } from '@contract-kit/middleware';
import type { KeyRecord } from '../../keys/index.ts';
import type { ProductReader } from './product-reader.ts';

/** Finds the product named in a path and its entity tag. Reads compare the tag of their view, writes the plain one. */
export function createProductLookup(products: Pick<ProductReader, 'tag'>): ResourceLookup<ApiKeyCaller> {
  return async ({ caller, params: { idOrSku }, query, policy }) => {
    if (caller === null || idOrSku === undefined) return null;
    const { workspace } = caller.record as KeyRecord;
    const view = policy.entityTag === 'read' ? { include: listOf(query.include), locale: textOf(query.locale) } : {};
    const entityTag = await products.tag({ workspace }, idOrSku, view);
    return entityTag === null ? null : { entityTag };
  };
}

type QueryValue = string | readonly string[] | undefined;

function textOf(value: QueryValue): string | undefined {
  return typeof value === 'string' ? value : value?.at(-1);
}

/** A list in the syntax of the contract: repeated parameters, commas, or both. */
function listOf(value: QueryValue): string[] | undefined {
  const texts = typeof value === 'string' ? [value] : value;
  return texts?.flatMap((text) => text.split(',')).map((member) => member.trim());
}
