import type { AssetType } from '@product-content/contract';
import type { FileStore } from '../../../files/index.ts';
import { type Dimensions, readDimensions } from './image-dimensions.ts';
import { assetTypeOf, detectMediaType, type MediaType } from './media-type.ts';

/** What the content of a file says about it. */
export interface FileContentFacts extends MediaType {
  readonly type: AssetType;
  /** Null unless it is an image with a readable header. */
  readonly dimensions: Dimensions | null;
}

/** Bytes at the start of a file that are inspected: colour profiles and previews precede the size of a photograph. */
const headBytes = 512 * 1024;

/** Inspects the beginning of a stored file. */
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
