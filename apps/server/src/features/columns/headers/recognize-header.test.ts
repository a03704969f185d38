import { describe, expect, it } from 'vitest';
import { generatedScope } from '#testing/columns/generated-products.ts';
import { createProductColumns } from '../product-columns.ts';
import { createHeaderReader } from './recognize-header.ts';

const columns = createProductColumns(generatedScope);
const reader = createHeaderReader(generatedScope, columns);
const read = (header: string) => reader(header)?.key ?? null;

describe('a header', () => {
  it('that is a column key means itself', () => {
    for (const { key } of columns.list()) expect(read(key)).toBe(key);
  });

  it.each([
    ['\uFEFFSKU', 'sku'],
    ['id', 'id'],
    ['title', 'name'],
    ['Product Name', 'name'],
    ['EAN', 'gtin'],
    ['upc', 'gtin'],
    ['image_link', 'images'],
    ['additional_image_link', 'images'],
    ['short_description', 'shortDescription'],
    ['Short Description', 'shortDescription'],
    ['name-de_DE', 'translations.de.name'],
    ['Name (de)', 'translations.de.name'],
    ['name_fr_FR', 'translations.fr-FR.name'],
    ['name [fr]', 'translations.fr-FR.name'],
    ['name-en_US', 'name'],
    ['name.en', 'name'],
    ['description-de_DE-ecommerce', 'translations.de.description'],
    ['short_description-en_US-print', 'shortDescription'],
    ['price', 'price'],
    ['price-EUR', 'prices.EUR'],
    ['Price (usd)', 'prices.USD'],
    ['prices.CHF.amount', 'prices.CHF'],
    ['compare_at_price', 'prices.EUR.compareAt'],
    ['cost-USD', 'prices.USD.cost'],
    ['color', 'attributes.color'],
    ['Color', 'attributes.color'],
    ['care-de_DE', 'translations.de.attributes.care'],
    ['care-en_US', 'attributes.care'],
    ['weight-unit', 'units.weight'],
    ['meta_title', 'seo.title'],
    ['UPSELL-products', 'associations.upsell'],
    ['X_SELL-products', 'associations.crossSell'],
    ['category.code', 'category'],
    ['parent.sku', 'parent'],
    ['Parent SKU', 'parent'],
  ])('%s is read as %s', (header, key) => {
    expect(read(header)).toBe(key);
  });

  it.each([
    'name-es_ES',
    'color-de_DE',
    'brand-de',
    'price-XXX',
    'UPSELL-groups',
    'family',
    '',
    '-',
    'toString',
    'is_in_stock',
    'website_id',
  ])('%j means nothing', (header) => expect(read(header)).toBeNull());

  it('of any length is read quickly', () => {
    expect(read('name-de_'.repeat(50_000))).toBeNull();
  });
});

describe('of several headers for one column', () => {
  const rankOf = (header: string) => reader(header)?.rank;

  it('the key itself comes before other names, and these in their order', () => {
    expect(rankOf('category')).toBe(0);
    expect(rankOf('Categories')).toBeLessThan(rankOf('product_type') as number);
    expect(rankOf('Regular price')).toBeLessThan(rankOf('sale_price') as number);
  });
});
