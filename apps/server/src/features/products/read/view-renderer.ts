import type { WorkspaceSettings } from '../../../kernel/index.ts';
import type { CatalogReader } from '../../catalog/index.ts';
import { parseDocument } from '../state/product-document.ts';
import { localizeProduct } from './localize-product.ts';
import type { ProductView } from './product-view.ts';

/** The JSON text of one product in a view, from its stored text. */
export type RenderProduct = (document: string) => string;

/** How a view shows a product. Where all content is shown, the stored text goes through as it is. */
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

/** Adds a member to the text of a JSON object that has members already. */
export function addMember(object: string, name: string, json: string): string {
  return `${object.slice(0, -1)},"${name}":${json}}`;
}

/** The text of a JSON array of texts. */
export function jsonArray(items: readonly string[]): string {
  return `[${items.join(',')}]`;
}
