import type { ProductInput } from '@product-content/contract';
import type { FieldProblems } from '../../../kernel/index.ts';
import type { ImageAssets } from '../product-images.ts';
import type { ProductDocument } from '../state/product-document.ts';

type ImageInput = NonNullable<ProductInput['images']>[number];
type Image = ProductDocument['images'][number];

export interface ImageScope {
  readonly assets: ImageAssets;
  readonly problems: FieldProblems;
}

/**
 * The images an input describes. An image that names an asset, by id or by URL, gets both: the id is authoritative, and
 * the URL is the current one.
 */
export function mergeImages(images: readonly ImageInput[], { assets, problems }: ImageScope): Image[] {
  return images.map((image, index) => {
    const { url, assetId, altText, role } = image;
    const shown = resolveImage({ url, assetId }, `images.${index}`, { assets, problems });
    return { ...shown, ...(altText && { altText }), ...(role && { role }) };
  });
}

function resolveImage(
  { url, assetId }: Pick<ImageInput, 'url' | 'assetId'>,
  path: string,
  { assets, problems }: ImageScope,
): Pick<Image, 'url' | 'assetId'> {
  const named = assetId === undefined ? undefined : assets.byId(assetId);
  if (assetId !== undefined && named === undefined) problems.add(`${path}.assetId`, 'The asset does not exist.');
  if (url === undefined) return { url: named?.url ?? '', assetId: named?.id };
  const meaning = assets.byUrl(url);
  if (meaning.kind === 'asset') {
    const { asset, url: current } = meaning;
    if (named !== undefined && named.id !== asset.id)
      problems.add(`${path}.url`, 'Belongs to a different asset than assetId.');
    return { url: current, assetId: asset.id };
  }
  if (meaning.kind === 'missing') problems.add(`${path}.url`, 'The asset does not exist.');
  else if (!url.startsWith('https://')) problems.add(`${path}.url`, 'Must be an absolute https URL.');
  return named === undefined ? { url } : { url, assetId: named.id };
}

/** The images of an earlier version without deleted assets, whose files are deleted too. */
export function withoutGoneAssets(images: readonly ImageInput[], { assets, problems }: ImageScope): ImageInput[] {
  return images.flatMap((image, index) => {
    if (image.url !== undefined && assets.byUrl(image.url).kind === 'missing') {
      problems.add(`images.${index}`, 'The asset does not exist.');
      return [];
    }
    if (image.assetId === undefined || assets.byId(image.assetId) !== undefined) return [image];
    const { assetId: _, ...rest } = image;
    return [rest];
  });
}
