import type { AssetType } from '@product-content/contract';
import type { FileStore } from '../../../files/index.ts';
import { type Dimensions, readDimensions } from './image-dimensions.ts';
import { assetTypeOf, detectMediaType, type MediaType } from './media-type.ts';

/** What the content of a file says. */
export interface FileContentFacts extends MediaType {
  readonly type: AssetType;
  /** Null unless it is an image whose header tells. */
  readonly dimensions: Dimensions | null;
}

/** How much of a file is looked at, in bytes: colour profiles and previews come before the size of a photograph. */
const headBytes = 512 * 1024;

/** Looks at the beginning of a stored file. */
export async function inspectFile(
  store: Pick<FileStore, 'open'>,
  { key, size, fileName }: { readonly key: string; readonly size: number; readonly fileName: string },
): Promise<FileContentFacts> {
  const parts: Buffer[] = [];
  for await (const part of await store.open(key, { start: 0, end: Math.min(size, headBytes) - 1 })) parts.push(part);
  const head = Buffer.concat(parts);
  const media = await detectMediaType(head, fileName);
  const type = assetTypeOf(media.mimeType);
  return { ...media, type, dimensions: type === 'image' ? readDimensions(head) : null };
}
