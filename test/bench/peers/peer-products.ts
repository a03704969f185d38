/** What all peers store of a product. */
export interface PeerProduct {
  readonly sku: string;
  readonly name: string;
  readonly description: string;
  readonly price: number;
  readonly brand: string;
  readonly status: (typeof statuses)[number];
}

/** Those that a product may have when it is created. */
const statuses = ['draft', 'in_review', 'approved'] as const;
const nouns = 'lamp chair table shirt camera printer monitor speaker bottle hammock'.split(' ');

export const brands: readonly string[] = 'Canon Kettler Lumina Nordwand Tramontina'.split(' ');

/** The product of a number, the same for each peer: some 700 bytes as JSON. */
export function peerProduct(number: number): PeerProduct {
  const noun = nouns[Math.floor(number / 20) % nouns.length] as string;
  return {
    sku: `PEER-${String(number).padStart(6, '0')}`,
    name: `${brands[number % brands.length]} ${noun} KX-${number}`,
    description: `Item ${number} of the catalog, with what a buyer wants to know about it. `.repeat(8).trim(),
    price: ((number * 7919) % 100_000) / 100,
    brand: brands[number % brands.length] as string,
    status: statuses[number % statuses.length] as PeerProduct['status'],
  };
}
