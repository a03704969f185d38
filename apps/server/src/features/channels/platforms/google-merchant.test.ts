import type { ChannelIssue } from '@product-content/contract';
import { describe, expect, it } from 'vitest';
import type { ChannelValues } from '../mapping/compile-mapping.ts';
import { googleFieldEntries } from './google-fields.ts';
import { googleMerchant, prepareGoogleItem } from './google-merchant.ts';
import { formatGoogleValue } from './google-values.ts';
import type { PublishedItem } from './platform.ts';

const good = {
  id: 'MUG',
  title: 'Blue mug',
  description: 'A mug that is blue.',
  link: 'https://shop.example.com/p/MUG',
  image_link: 'https://shop.example.com/mug.jpg',
  availability: 5,
  price: 9.9,
  gtin: '4006381333931',
};

const brief = (issues: readonly ChannelIssue[]) =>
  issues.map(({ code, severity, field }) => `${severity} ${code} ${field}`);

describe('an item', () => {
  it('is in Google’s format', () => {
    expect(prepareGoogleItem(good, 'EUR')).toEqual({
      payload: { ...good, availability: 'in_stock', price: '9.90 EUR' },
      issues: [],
    });
  });

  it('has an error for each required field it lacks', () => {
    expect(brief(prepareGoogleItem({ gtin: good.gtin }, 'EUR').issues)).toEqual([
      'error MISSING_ATTRIBUTE id',
      'error MISSING_ATTRIBUTE title',
      'error MISSING_ATTRIBUTE description',
      'error MISSING_ATTRIBUTE link',
      'error MISSING_IMAGE image_link',
      'error MISSING_ATTRIBUTE availability',
      'error MISSING_PRICE price',
    ]);
  });

  it.each([
    [{ title: 'x'.repeat(151) }, 'warning TEXT_TOO_LONG title'],
    [{ id: 'x'.repeat(51) }, 'error TEXT_TOO_LONG id'],
    [{ link: 'shop.example.com' }, 'error INVALID_ATTRIBUTE link'],
    [{ price: '9,90' }, 'error INVALID_ATTRIBUTE price'],
    [{ availability: 'soon' }, 'error INVALID_ATTRIBUTE availability'],
    [{ gtin: '4006381333932' }, 'error INVALID_GTIN gtin'],
    [{ gtin: '9781234567897', description: ' ' }, 'error MISSING_ATTRIBUTE description'],
    [{ color: 'x'.repeat(101) }, 'warning TEXT_TOO_LONG color'],
    [{ condition: 'shiny' }, 'warning INVALID_ATTRIBUTE condition'],
    [
      { additional_image_link: Array(11).fill('https://a.example/1.jpg') },
      'warning INVALID_ATTRIBUTE additional_image_link',
    ],
  ])('with %j has the issue %s', (change, issue) => {
    expect(brief(prepareGoogleItem({ ...good, ...change }, 'EUR').issues)).toEqual([issue]);
  });

  it('leaves out what Google would not accept', () => {
    const { payload } = prepareGoogleItem(
      { ...good, condition: 'shiny', sale_price: 12, title: 'a '.repeat(100) },
      'EUR',
    );
    expect(payload).not.toHaveProperty('condition');
    expect(payload).not.toHaveProperty('sale_price');
    expect(String(payload.title).length).toBeLessThanOrEqual(150);
  });

  it('gets a warning without a GTIN, or a brand and an MPN, unless it says that there are none', () => {
    const { gtin: _, ...without } = good;
    expect(brief(prepareGoogleItem(without, 'EUR').issues)).toEqual(['warning MISSING_ATTRIBUTE gtin']);
    const others: ChannelValues[] = [{ brand: 'Acme', mpn: '1' }, { identifier_exists: false }, { condition: 'used' }];
    for (const more of others) {
      expect(prepareGoogleItem({ ...without, ...more }, 'EUR').issues).toEqual([]);
    }
  });
});

describe('a value', () => {
  it.each([
    [9, 'price', '9.00 EUR'],
    [9.999, 'price', '9.999 EUR'],
    ['15.5 USD', 'price', '15.50 USD'],
    [0, 'availability', 'out_of_stock'],
    [true, 'availability', 'in_stock'],
    ['In stock', 'availability', 'in_stock'],
    [true, 'adult', 'yes'],
    ['3 kg', 'shipping_weight', '3 kg'],
    ['3.5cm', 'product_length', '3.5 cm'],
    ['012345678905', 'gtin', '012345678905'],
    ['400-6381-33393-1', 'gtin', '4006381333931'],
    ['de', 'ships_from_country', null],
    ['3 stone', 'shipping_weight', null],
    ['2012345678900', 'gtin', null],
    ['9900000000004', 'gtin', null],
    [1, 'multipack', null],
    [
      '2026-02-24T11:07+0100/2026-03-01T11:07+0100',
      'sale_price_effective_date',
      '2026-02-24T11:07+0100/2026-03-01T11:07+0100',
    ],
    ['tomorrow', 'expiration_date', null],
    ['javascript:alert(1)', 'link', null],
    ['a\u0000b\u0007c', 'title', 'abc'],
  ])('%j of %s is %j', (value, name, expected) => {
    const form = googleFieldEntries.find(([field]) => field === name)?.[1].form;
    const formatted = formatGoogleValue(value, form as NonNullable<typeof form>, 'EUR');
    expect('value' in formatted ? formatted.value : null).toBe(expected);
  });
});

describe('a feed', () => {
  const item = { productId: 'prd_1', sku: 'MUG', version: 1, payload: { id: 'MUG', title: 'A "<b>" & \ttab' } };
  const context = (format: 'xml' | 'tsv') => ({
    channel: { id: 'chn_1', code: 'google', name: 'Mugs & more' },
    settings: { format, productUrl: 'https://shop.example.com/p/{sku}' },
    fields: ['id', 'title', 'additional_image_link'],
  });
  async function write(format: 'xml' | 'tsv', items: readonly PublishedItem[]) {
    const { delivery } = googleMerchant;
    if (delivery.kind !== 'feed') throw new TypeError();
    const list = async function* all() {
      yield* items;
    };
    let text = '';
    for await (const piece of delivery.write(list(), context(format))) text += piece;
    return text;
  }

  it('is RSS with Google’s namespace', async () => {
    const images = { ...item, payload: { additional_image_link: ['https://a.example/1', 'https://a.example/2'] } };
    expect(await write('xml', [item, images])).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0">
<channel>
<title>Mugs &amp; more</title>
<link>https://shop.example.com</link>
<description>Mugs &amp; more</description>
<item>
<g:id>MUG</g:id>
<g:title>A "&lt;b&gt;" &amp; \ttab</g:title>
</item>
<item>
<g:additional_image_link>https://a.example/1</g:additional_image_link>
<g:additional_image_link>https://a.example/2</g:additional_image_link>
</item>
</channel>
</rss>
`);
  });

  it('is tab-separated text', async () => {
    expect(await write('tsv', [item])).toBe('id\ttitle\tadditional_image_link\nMUG\t"A ""<b>"" &  tab"\t\n');
  });
});
