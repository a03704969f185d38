const at = '2026-01-31T09:30:00.000Z';

/** A product as the API answers it, for the documents made from the contract. */
export const productExample = {
  id: 'prd_01k9f2v6m8e5fa1s3tqzc7d4xw',
  sku: 'MUG-BLUE',
  type: 'simple',
  parent: null,
  variantAxes: [],
  status: 'approved',
  version: 3,
  name: 'Blue mug',
  description: 'A stoneware mug, 300 ml.',
  shortDescription: null,
  bullets: ['Dishwasher safe'],
  tags: ['new'],
  brand: 'Kiln',
  manufacturer: null,
  mpn: null,
  gtin: '4006381333931',
  category: { id: 'cat_01k9f2v6m8e5fa1s3tqzc7d4xa', code: 'mugs' },
  collections: [{ id: 'col_01k9f2v6m8e5fa1s3tqzc7d4xb', code: 'summer' }],
  currency: 'EUR',
  price: 12.5,
  prices: { EUR: { amount: 12.5 }, USD: { amount: 13.9, compareAt: 15 } },
  units: { weight: 'g', dimension: 'cm' },
  weight: 320,
  length: null,
  width: null,
  height: 9.5,
  stock: 42,
  images: [{ url: 'https://images.example.com/mug-blue.jpg', altText: 'Blue mug' }],
  attributes: { color: 'blue', dishwasherSafe: true },
  translations: { de: { name: 'Blaue Tasse' } },
  seo: { title: null, description: null, slug: 'blue-mug' },
  associations: { upsell: ['TEAPOT'] },
  completeness: 100,
  createdAt: at,
  updatedAt: at,
};

const { translations: _, ...shared } = productExample;

/** The same product in German, of which only the name is translated. */
export const localizedProductExample = {
  ...shared,
  name: 'Blaue Tasse',
  locale: 'de',
  fallbackFields: ['description', 'bullets'],
};
