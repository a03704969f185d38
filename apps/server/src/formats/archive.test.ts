import iconv from 'iconv-lite';
import { describe, expect, it } from 'vitest';
import { readTable } from '#testing/formats/table-files.ts';
import { zipOf } from '#testing/formats/workbooks.ts';

const goodsPath = 'exchange.goods.good';
const offersPath = 'exchange.offers.offer';
const options = { knownItemPaths: ['shop.offer', goodsPath, offersPath] };

const goods = (...ids: string[]) =>
  `<exchange><goods>${ids.map((id) => `<good><id>${id}</id><name>Good ${id}</name></good>`).join('')}</goods></exchange>`;
const offers = (...ids: string[]) =>
  `<exchange><offers>${ids.map((id) => `<offer><id>${id}</id><price>5</price></offer>`).join('')}</offers></exchange>`;

describe('an archive of XML files', () => {
  it('is read as one table, in the order of the kinds and numbers of its files', async () => {
    const archive = await zipOf({
      'webdata/offers0_1.xml': offers('1'),
      'webdata/import0_10.xml': goods('10'),
      'webdata/import0_2.xml': goods('1', '2'),
      'webdata/people.xml': '<people><person><name>x</name><age>1</age></person></people>',
      'webdata/import_files/1.jpg': 'a picture',
      '__MACOSX/webdata/._import0_2.xml': Buffer.from([0, 5, 22, 7, 0]),
    });
    const { columns, detected, records } = await readTable(archive, 'exchange.zip', options);
    expect(detected).toMatchObject({ format: 'xml', encoding: 'utf-8', rows: 4 });
    expect(columns).toEqual(['id', 'name', 'price']);
    expect(records).toEqual([
      { id: '1', name: 'Good 1' },
      { id: '2', name: 'Good 2' },
      { id: '10', name: 'Good 10' },
      { id: '1', price: '5' },
    ]);
  });

  it('has files with encodings of their own', async () => {
    const content = `<?xml version="1.0" encoding="windows-1251"?>${goods('Кружка')}`;
    const archive = await zipOf({ 'a.xml': iconv.encode(content, 'windows-1251'), 'b.xml': offers('Ложка') });
    const { records } = await readTable(archive, 'exchange.zip', options);
    expect(records.map(({ id }) => id)).toEqual(['Кружка', 'Ложка']);
  });

  it.each([
    ['whose files are of no known kind', { 'a.xml': '<a><b><c>1</c></b></a>' }, 'has no XML file of a known kind'],
    [
      'whose files are of two kinds',
      { 'a.xml': goods('1'), 'b.xml': '<shop><offer><id>1</id></offer></shop>' },
      'has files of several kinds, such as "b.xml" and "a.xml"',
    ],
    ['with a file that is cut off', { 'a.xml': goods('1').slice(0, -9) }, 'is not well-formed XML'],
    [
      'whose files expand like bombs together',
      { 'a.xml': goods('1') + ' '.repeat(600_000), 'b.xml': offers('1') + ' '.repeat(600_000) },
      'more than 250 times its size',
    ],
    ['within which is another archive', { 'a.xml': 'PK\u0003\u0004\u0000\u0001\u0002' }, 'The file is named XML'],
  ])('%s is refused', async (_, files, message) => {
    await expect(readTable(await zipOf(files), 'exchange.zip', options)).rejects.toThrow(message);
  });

  it('is refused with an option that says where items are', async () => {
    const refused = readTable(await zipOf({ 'a.xml': goods('1') }), 'a.zip', { ...options, itemPath: 'good' });
    await expect(refused).rejects.toMatchObject({
      details: { fieldErrors: { 'options.itemPath': expect.any(String) } },
    });
  });
});
