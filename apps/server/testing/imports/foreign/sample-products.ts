/** A product of a shop that the files of all systems can express. */
export interface SampleProduct {
  /** The code of the product; without variants also its SKU. */
  readonly code: string;
  readonly name: string;
  /** HTML. */
  readonly description: string;
  readonly brand: string;
  /** From the root. */
  readonly category: readonly string[];
  readonly tags: readonly string[];
  readonly images: readonly string[];
  readonly options: readonly string[];
  /** A single one for a product without options. */
  readonly variants: readonly SampleVariant[];
}

export interface SampleVariant {
  readonly sku: string;
  /** In the order of the options. */
  readonly values: readonly string[];
  readonly price: number;
  readonly compareAt: number | null;
  readonly stock: number;
  readonly gtin: string;
  readonly grams: number;
}

const image = (name: string): string => `https://images.example.com/${name}.jpg`;

/** With quotes, commas, line breaks, entities and other scripts, as in real shops. */
export const sampleProducts: readonly SampleProduct[] = [
  {
    code: 'mug-blue',
    name: 'Mug "Blue", 0.3 l',
    description: '<p>A mug.</p>\n<p>Ätna &amp; co.</p>',
    brand: 'Kiln & Sons',
    category: ['Home', 'Mugs, cups & more'],
    tags: ['new', 'ceramic'],
    images: [image('mug-front'), image('mug-back'), image('mug-box')],
    options: [],
    variants: [
      { sku: 'mug-blue', values: [], price: 12.5, compareAt: 15, stock: 7, gtin: '4006381333931', grams: 350 },
    ],
  },
  {
    code: 'trail-shoe',
    name: 'Trail shoe',
    description: '<p>Light; 8" high.</p>',
    brand: 'Kiln & Sons',
    category: ['Sports', 'Shoes'],
    tags: ['running'],
    images: [image('shoe')],
    options: ['Color', 'Size'],
    variants: [
      {
        sku: 'TS-R-41',
        values: ['Red', '41'],
        price: 99,
        compareAt: null,
        stock: 3,
        gtin: '4012345678901',
        grams: 700,
      },
      {
        sku: 'TS-R-42',
        values: ['Red', '42'],
        price: 99,
        compareAt: null,
        stock: 0,
        gtin: '9780201379624',
        grams: 720,
      },
      {
        sku: 'TS-G-42',
        values: ['Green', '42'],
        price: 89.95,
        compareAt: 99,
        stock: 12,
        gtin: '5901234123457',
        grams: 720,
      },
    ],
  },
  {
    code: 'poster',
    name: 'Poster Йога',
    description: 'Plain text.',
    brand: 'Studio 4',
    category: ['Home'],
    tags: [],
    images: [image('poster')],
    options: ['Size'],
    variants: [
      { sku: 'POSTER-A2', values: ['A2'], price: 10, compareAt: null, stock: 100, gtin: '8711253001202', grams: 90 },
      {
        sku: 'POSTER-A1',
        values: ['A1'],
        price: 1234.5,
        compareAt: null,
        stock: 50,
        gtin: '3017620422003',
        grams: 150,
      },
    ],
  },
];
