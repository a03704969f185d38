const words =
  'stoneware glaze handle rim kiln clay fired hand thrown matte gloss durable everyday table kitchen gift set lid spout'.split(
    ' ',
  );

/** Text of about `length` characters that does not compress to nothing. Deterministic. */
function prose(seed: number, length: number): string {
  let state = seed * 2_654_435_761 + 1;
  let text = '';
  while (text.length < length) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    text += `${words[state % words.length]}${state % 97} `;
  }
  return text.slice(0, length).trim();
}

/** A product of 2–4 kB, the same for the same number. `revision` changes its name. */
export function sampleProduct(prefix: string, number: number, revision = 0) {
  return {
    sku: `${prefix}-${number}`,
    name: `Product ${number} of ${prefix}${revision === 0 ? '' : `, revision ${revision}`}`,
    description: prose(number, 900 + (number % 10) * 150),
    bullets: [prose(number + 1, 80), prose(number + 2, 80)],
    brand: `Brand ${number % 200}`,
    mpn: `MPN-${number}`,
    tags: [`tag-${number % 50}`, 'bench'],
    status: number % 3 === 0 ? 'approved' : 'draft',
    prices: { EUR: (number % 10_000) / 100, USD: { amount: (number % 9_000) / 100, compareAt: 100 } },
    stock: number % 500,
    images: [{ url: `https://images.example.com/${number}.jpg`, altText: `Picture of product ${number}` }],
    translations: { de: { name: `Produkt ${number}`, description: prose(number + 3, 500) } },
  };
}
