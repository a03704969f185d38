import { Center } from '@mantine/core';
import { FileIcon, VideoIcon } from '@primer/octicons-react';
import type { Asset, ThumbnailWidth } from '@product-content/contract';
import { useState } from 'react';

export interface AssetPictureProps {
  readonly asset: Pick<Asset, 'type' | 'url' | 'external' | 'mimeType'>;
  /** Pixels of the rendition. The file itself is shown where there is none: for drawings and external images. */
  readonly width: ThumbnailWidth;
  /** Empty where its name is beside it. */
  readonly alt: string;
}

/** An image, or the sign of what else it is. */
export function AssetPicture({ asset: { type, url, external, mimeType }, width, alt }: AssetPictureProps) {
  const [isBroken, setBroken] = useState(false);
  if (type !== 'image' || isBroken) {
    const Sign = type === 'video' ? VideoIcon : FileIcon;
    return (
      <Center className="asset-picture" c="dimmed">
        <Sign size={32} />
      </Center>
    );
  }
  const hasRenditions = !external && mimeType !== 'image/svg+xml';
  return (
    <img
      className="asset-picture"
      src={hasRenditions ? `${url}?w=${width}` : url}
      alt={alt}
      loading="lazy"
      decoding="async"
      onError={() => setBroken(true)}
    />
  );
}
