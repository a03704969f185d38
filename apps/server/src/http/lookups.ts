import type { EntityTag } from '@contract-kit/http-spec';
import type { ApiKeyCaller, ResourceLookup } from '@contract-kit/middleware';
import type { KeyRecord } from '../features/keys/index.ts';
import type { WorkspaceSettings } from '../kernel/index.ts';

/** What the product lookup asks: the entity tag of a product, as a view of it shows it. */
export type ProductTag = (
  workspace: WorkspaceSettings,
  idOrSku: string,
  view: { readonly include?: readonly string[]; readonly locale?: string },
) => Promise<EntityTag | null>;

/** Finds the product a path names and its entity tag. Reads compare the tag of their view, writes the plain one. */
export function createProductLookup(tagOf: ProductTag): ResourceLookup<ApiKeyCaller> {
  return async ({ caller, params: { idOrSku }, query, policy }) => {
    if (caller === null || idOrSku === undefined) return null;
    const view = policy.entityTag === 'read' ? { include: listOf(query.include), locale: textOf(query.locale) } : {};
    const entityTag = await tagOf(workspaceOf(caller), idOrSku, view);
    return entityTag === null ? null : { entityTag };
  };
}

/** The workspace an authenticated caller works in. */
export function workspaceOf(caller: ApiKeyCaller): WorkspaceSettings {
  return (caller.record as KeyRecord).workspace;
}

type QueryValue = string | readonly string[] | undefined;

function textOf(value: QueryValue): string | undefined {
  return typeof value === 'string' ? value : value?.at(-1);
}

/** A list as the contract reads it: repeated, with commas, or both. */
function listOf(value: QueryValue): string[] | undefined {
  const texts = typeof value === 'string' ? [value] : value;
  return texts?.flatMap((text) => text.split(',')).map((member) => member.trim());
}
