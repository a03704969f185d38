import { Center } from '@mantine/core';
import { FileIcon, VideoIcon } from '@primer/octicons-react';
import type { Asset, ThumbnailWidth } from '@product-content/contract';
import { useState } from 'react';

export interface AssetPictureProps {
  readonly asset: Pick<Asset, 'type' | 'url' | 'external' | 'mimeType'>;
  /**
   * Width of the rendition in pixels. Without renditions, as for drawings and external images, the file itself is
   * shown.
   */
  readonly width: ThumbnailWidth;
  /** Empty if its name is beside it. */
  readonly alt: string;
}

/** An image, or an icon for any other kind of asset. */
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
