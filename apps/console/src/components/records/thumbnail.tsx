import { useState } from 'react';

export interface ThumbnailProps {
  readonly url: string | undefined;
  /** Default: none, because the name beside it describes it. */
  readonly alt?: string;
  /** True: for the page of the record. */
  readonly isLarge?: boolean;
}

/** A picture of a record, or an empty frame if there is none or it cannot be loaded. */
export function Thumbnail({ url, alt = '', isLarge = false }: ThumbnailProps) {
  const [broken, setBroken] = useState<string | null>(null);
  const frame = { className: 'thumbnail', 'data-large': isLarge || undefined };
  return url === undefined || url === broken ? (
    <span {...frame} title={alt} />
  ) : (
    <img {...frame} src={url} alt={alt} loading="lazy" decoding="async" onError={() => setBroken(url)} />
  );
}
