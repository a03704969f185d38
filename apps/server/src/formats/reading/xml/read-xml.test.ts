import iconv from 'iconv-lite';
import { describe, expect, it } from 'vitest';
import { collect, readTable, tableFile } from '#testing/formats/table-files.ts';
import { openTable } from '../../open-table.ts';

const products = (items: string): string => `<?xml version="1.0"?>\n<products xmlns:xsi="x">\n${items}\n</products>\n`;

describe('an XML file', () => {
  it('has nested elements as dotted columns', async () => {
    const { columns, detected, records } = await readTable(
      products(`
        <product>
          <sku>007</sku> <!-- a comment -->
          <name> A &amp; B &#13;&#10;<![CDATA[<b>c</b>]]></name>
          <prices><EUR>1.5</EUR><EUR.compareAt>2</EUR.compareAt></prices>
          <stock xsi:nil="true"/><brand/>
        </product>
        <product id="8"><translations><de-DE><name>Ä</name></de-DE></translations></product>`),
    );
    expect(detected).toMatchObject({ format: 'xml', encoding: 'utf-8', delimiter: null, header: null, rows: 2 });
    expect(columns).toEqual([
      'sku',
      'name',
      'prices.EUR',
      'prices.EUR.compareAt',
      'stock',
      'brand',
      '@id',
      'translations.de-DE.name',
    ]);
    expect(records).toEqual([
      {
        sku: '007',
        name: ' A & B \r\n<b>c</b>',
        'prices.EUR': '1.5',
        'prices.EUR.compareAt': '2',
        stock: null,
        brand: '',
      },
      { '@id': '8', 'translations.de-DE.name': 'Ä' },
    ]);
  });

  it('has lists where elements repeat or are named item', async () => {
    const { records } = await readTable(
      products(`<product>
        <tags><item>a</item></tags>
        <bullets>one</bullets><bullets>two</bullets>
        <images><image role="main">u</image><image>v</image></images>
        <media><item><url>u</url><altText>x</altText></item><item><url>v</url></item></media>
      </product>`),
    );
    expect(records).toEqual([
      {
        tags: ['a'],
        bullets: ['one', 'two'],
        'images.image': [{ '@role': 'main', value: 'u' }, 'v'],
        media: [{ url: 'u', altText: 'x' }, { url: 'v' }],
      },
    ]);
  });

  it('names attributes by their element and @', async () => {
    const { records } = await readTable(
      products(
        '<product id="7"><id>x</id><price currency="EUR" xml:lang="de">5</price><stock at="A"><n>1</n></stock></product>',
      ),
    );
    expect(records).toEqual([
      { '@id': '7', id: 'x', price: '5', 'price@currency': 'EUR', 'stock@at': 'A', 'stock.n': '1' },
    ]);
  });

  const leaf = (name: string) => `<${name}>x</${name}>`;
  const offer = `<offer id="1">${leaf('url')}${leaf('name')}<param name="a">1</param><param name="b">2</param></offer>`;
  const category = '<category id="1">A</category>';
  it.each([
    [
      'rss.channel.item',
      `<rss><channel>${leaf('title')}<item>${leaf('sku')}${leaf('name')}</item>`.concat(
        `<item>${leaf('sku')}${leaf('name')}</item></channel></rss>`,
      ),
    ],
    [
      'shop.offers.offer',
      `<shop><categories>${category.repeat(9)}</categories><offers>${offer.repeat(3)}</offers></shop>`,
    ],
    ['k.Товары.Товар', `<k><Товары>${`<Товар>${leaf('Ид')}${leaf('Артикул')}</Товар>`.repeat(2)}</Товары></k>`],
    [
      'c.group.thing',
      `<c>${`<group id="1">${`<thing>${leaf('a').repeat(3)}${leaf('b')}</thing>`.repeat(5)}</group>`.repeat(2)}</c>`,
    ],
    ['catalog.product', `<catalog><product>${leaf('sku')}<tags><tag>a</tag></tags></product></catalog>`],
  ])('finds its items at %s by counting', async (itemPath, text) => {
    const table = await openTable(await tableFile(text, 'x.xml'));
    expect(table.layout.itemPath).toBe(itemPath);
    expect(await collect(table.rows())).toHaveLength(table.layout.detected.rows ?? 0);
  });

  it('uses a known path for a single item', async () => {
    const text = `<feed>${leaf('title')}<entry>${leaf('id')}<x><y>1</y><y>2</y></x></entry></feed>`;
    const { records } = await readTable(text, 'x.xml', { knownItemPaths: ['rss.channel.item', 'feed.entry'] });
    expect(records).toEqual([{ id: 'x', 'x.y': ['1', '2'] }]);
  });

  it('may name a DTD, which is not read', async () => {
    const text =
      '<!DOCTYPE shop SYSTEM "http://127.0.0.1:1/x.dtd"><products><product><sku>1</sku></product></products>';
    expect((await readTable(text)).records).toEqual([{ sku: '1' }]);
  });

  it.each(['item', 'rss.channel.item', 'channel.item'])('has its items at %s', async (itemPath) => {
    const text = '<rss><channel><title>x</title><item><sku>1</sku></item><item><item>2</item></item></channel></rss>';
    expect((await readTable(text, 'x.xml', { itemPath })).rows).toHaveLength(2);
  });

  it('declares its own encoding', async () => {
    const text = `<?xml version="1.0" encoding="ISO-8859-15"?><products><product><sku>€</sku></product></products>`;
    const { detected, records } = await readTable(iconv.encode(text, 'iso-8859-15'));
    expect([detected.encoding, records]).toEqual(['iso-8859-15', [{ sku: '€' }]]);
    const wide = iconv.encode(`\ufeff${text.replace('ISO-8859-15', 'UTF-16')}`, 'utf-16be');
    expect((await readTable(wide)).records).toEqual([{ sku: '€' }]);
  });

  it('reports items with text between elements as problems', async () => {
    const { rows } = await readTable(products('<product><name>A <b>bold</b> name</name></product><product/>'));
    expect(rows[0]?.problem?.message).toMatch(/^The element <name> has text between its elements/);
    expect(rows[1]?.problem).toBeUndefined();
  });

  it('may be an empty list', async () => {
    expect((await readTable('<products/>')).detected.rows).toBe(0);
  });

  it('keeps names with a meaning for JavaScript objects', async () => {
    const { records } = await readTable(products('<product><__proto__>1</__proto__></product>'));
    expect(Object.entries(records[0] ?? {})).toEqual([['__proto__', '1']]);
  });

  const laughs = Array.from({ length: 9 }, (_, i) => `<!ENTITY l${i + 1} "${`&l${i};`.repeat(10)}">`).join('');
  it.each([
    [
      '<rss><channel><item/><item/></channel></rss>',
      'The file has no elements that repeat; found rss, rss.channel, rss.channel.item (2 times). Name the elements of the products in itemPath.',
    ],
    ['<products><product></products>', /not well-formed XML in line 1: unexpected close tag/],
    ['<products>\n<product><sku>1</sku></product>\n', /not well-formed XML in line 3: unclosed tag: products/],
    ['<products><product>&nbsp;</product></products>', /not well-formed XML in line 1: undefined entity/],
    [
      `<!DOCTYPE p [<!ENTITY l0 "lol">${laughs}]><products><product>&l9;</product></products>`,
      /document type \(DOCTYPE\) with declarations, which are not supported/,
    ],
    ['<!DOCTYPE p [<!ENTITY x SYSTEM "file:///etc/passwd">]><products><product>&x;</product></products>', /DOCTYPE/],
    ['<a>'.repeat(100_000), /nests deeper than 64 levels in line 1/],
    [products(`<product><name>${'x'.repeat(5 * 1024 * 1024)}</name></product>`), /more than 4194304 characters/],
    [
      products(`<product>${`<a>${'x'.repeat(1000)}</a>`.repeat(5_000)}</product>`),
      'The XML has more than 4194304 characters in row 1.',
    ],
    [`<?xml version="1.0"?><!-- ${'x'.repeat(2 * 1024 * 1024)}`, 'The file has no element.'],
    [
      products(`<product>${Array.from({ length: 20_000 }, (_, i) => `<a${i}/>`).join('')}</product>`),
      'at most 16384 can be read',
    ],
  ] as const)('is refused with the problem and its position (%#)', async (text, message) => {
    await expect(readTable(text, 'x.xml')).rejects.toThrow(message);
  });
});
