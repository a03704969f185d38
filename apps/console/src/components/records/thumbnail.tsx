import { useState } from 'react';

/** A picture of a record in a list, or an empty frame. The name beside it describes it. */
export function Thumbnail({ url }: { readonly url: string | undefined }) {
  const [broken, setBroken] = useState<string | null>(null);
  return url === undefined || url === broken ? (
    <span className="thumbnail" />
  ) : (
    <img className="thumbnail" src={url} alt="" loading="lazy" decoding="async" onError={() => setBroken(url)} />
  );
}
