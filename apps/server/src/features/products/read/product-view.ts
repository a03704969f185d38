import { createHash } from 'node:crypto';
import type { EntityTag } from '@contract-kit/http-spec';
import { encodeId, invalidFields, type WorkspaceSettings } from '../../../kernel/index.ts';
import type { CatalogReader } from '../../catalog/index.ts';
import { parseDocument, productTag } from '../state/product-document.ts';
import { localizeProduct } from './localize-product.ts';
import type { ProductKey } from './product-rows.ts';

/** The part of a query that decides how products are shown. */
export interface ViewQuery {
  readonly include?: readonly string[] | undefined;
  readonly locale?: string | undefined;
}

/** How products are shown. The plain product sets neither. */
export interface ProductView {
  /** Shows content in this locale instead of all locales. */
  readonly locale: string | null;
  /** Variants within their parents. */
  readonly variants: boolean;
}

/** The view a query asks for. */
export function viewOf({ include, locale }: ViewQuery): ProductView {
  return { locale: locale ?? null, variants: include?.includes('variants') ?? false };
}

export function isPlain(view: ProductView): boolean {
  return view.locale === null && !view.variants;
}

/** @throws ApiError `validation_failed` at `locale`, when it is not one of the workspace's. */
export function assertLocale({ locale }: ProductView, workspace: WorkspaceSettings): void {
  if (locale === null || workspace.locales.includes(locale)) return;
  throw invalidFields({ locale: `Not a locale of the workspace: ${workspace.locales.join(', ')}.` });
}

/**
 * The entity tag of a product in a view: `prd_….3` for the plain product, `prd_….3-<hash>` for others. The hash covers
 * the view and the versions of all variants it shows.
 */
export function viewTag(
  product: ProductKey,
  view: ProductView,
  variants: readonly ProductKey[],
  workspace: WorkspaceSettings,
): EntityTag {
  const plain = productTag(encodeId('product', product.id), product.version);
  if (isPlain(view)) return plain;
  const parts = [
    `${view.locale} ${workspace.defaultLocale} ${view.variants}`,
    ...variants.map(({ id, version }) => `${id} ${version}`).sort(),
  ];
  const hash = createHash('sha256').update(parts.join('\n')).digest('base64url').slice(0, 16);
  return { value: `${plain.value}-${hash}`, weak: false };
}

/** The JSON text of one product in a view, from its stored text. */
export type RenderProduct = (document: string) => string;

/** Renders products in a view. A view that shows all content passes the stored text through unchanged. */
export async function createRenderer(
  { locale }: ProductView,
  workspace: WorkspaceSettings,
  catalog: CatalogReader,
): Promise<RenderProduct> {
  if (locale === null) return (document) => document;
  const snapshot = await catalog.snapshot(workspace.id);
  const isLocalizable = (code: string) => snapshot.attribute(code)?.localizable === true;
  const options = { locale, defaultLocale: workspace.defaultLocale, isLocalizable };
  return (document) => JSON.stringify(localizeProduct(parseDocument(document), options));
}

/** Adds a property to the text of a JSON object that is not empty. */
export function addMember(object: string, name: string, json: string): string {
  return `${object.slice(0, -1)},"${name}":${json}}`;
}

/** Joins JSON texts to an array. */
export function jsonArray(items: readonly string[]): string {
  return `[${items.join(',')}]`;
}

const comma = 0x2c;

/**
 * The bytes of a JSON array of texts, with a prefix and a suffix. Each text is encoded once, in its place: building one
 * string first would copy a page three more times.
 */
export function jsonArrayBytes(before: string, items: readonly string[], after: string): Buffer {
  const head = `${before}[`;
  const tail = `]${after}`;
  const size = items.reduce((sum, item) => sum + Buffer.byteLength(item) + 1, Buffer.byteLength(head + tail));
  const bytes = Buffer.allocUnsafe(size);
  let end = bytes.write(head);
  for (const [index, item] of items.entries()) {
    if (index > 0) end = bytes.writeUInt8(comma, end);
    end += bytes.write(item, end);
  }
  end += bytes.write(tail, end);
  return bytes.subarray(0, end);
}
