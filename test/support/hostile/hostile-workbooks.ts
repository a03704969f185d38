import { textCell, workbook } from '@product-content/server/testing';
import { type HostileFile, refused } from './hostile-file.ts';

const mebibyte = 1024 * 1024;
const row = (...cells: string[]): string => `<row>${cells.map(textCell).join('')}</row>`;
const header = row('sku', 'name');
const shared = (index: number): string => `<c t="s"><v>${index}</v></c>`;

export const hostileWorkbooks: readonly HostileFile[] = [
  {
    name: 'a workbook whose only cell is the last one a sheet can have',
    fileName: 'far.xlsx',
    size: 'small',
    build: () => workbook({ rows: '<row r="1048576"><c r="XFD1048576" t="str"><v>x</v></c></row>' }),
    expected: refused(/No column is recognised/),
  },
  {
    name: 'a workbook row of a million cells',
    fileName: 'cells.xlsx',
    size: 'small',
    build: () => workbook({ rows: `<row>${'<c><v>1</v></c>'.repeat(1_000_000)}</row>` }),
    expected: refused(/at most 16384 can be read|expands to more than/),
  },
  {
    name: 'a workbook row whose million cells are all the first one',
    fileName: 'cells.xlsx',
    size: 'small',
    build: () => workbook({ rows: `${header}<row>${'<c r="A2"><v>1</v></c>'.repeat(200_000)}</row>` }),
    expected: refused(/more than \d+ cells|expands to more than/),
  },
  {
    name: 'a workbook of millions of empty shared texts',
    fileName: 'texts.xlsx',
    size: 'large',
    build: () => workbook({ rows: header, sharedStrings: noisy('<si/>', 6_000_000) }),
    expected: refused(/shared texts|expands to more than/),
  },
  {
    name: 'a workbook row of 16,000 references to a shared text of a megabyte',
    fileName: 'references.xlsx',
    size: 'small',
    build: () =>
      workbook({
        rows: `${header}<row>${shared(0).repeat(16_000)}</row>`,
        sharedStrings: `<si><t>${'x'.repeat(mebibyte)}</t></si>`,
      }),
    expected: refused(/more than \d+ characters|expands to more than/),
  },
  {
    name: 'a shared text of a workbook that consists of half a million runs',
    fileName: 'runs.xlsx',
    size: 'small',
    build: () =>
      workbook({
        rows: `${header}<row>${shared(0)}</row>`,
        sharedStrings: `<si>${noisy('<r><t>x</t></r>', 300_000)}</si>`,
      }),
    expected: refused(/more than \d+ (parts|characters)|expands to more than/),
  },
  {
    name: 'a workbook cell of half a million CDATA sections',
    fileName: 'cdata.xlsx',
    size: 'small',
    build: () => workbook({ rows: `${header}<row><c t="str"><v>${noisy('<![CDATA[x]]>', 300_000)}</v></c></row>` }),
    expected: refused(/more than \d+ (parts|characters)|expands to more than/),
  },
  {
    name: 'a workbook of a million cell styles',
    fileName: 'styles.xlsx',
    size: 'small',
    build: () => workbook({ rows: header, styles: `<cellXfs>${noisy('<xf/>', 1_000_000)}</cellXfs>` }),
    expected: refused(/styles|expands to more than/),
  },
  {
    name: 'a workbook with a number format of a million brackets',
    fileName: 'formats.xlsx',
    size: 'small',
    build: () =>
      workbook({
        rows: `${header}${row('A', 'a')}`,
        styles: `<numFmts><numFmt numFmtId="200" formatCode="${noisy('[', 250_000)}"/></numFmts><cellXfs><xf numFmtId="200"/></cellXfs>`,
      }),
    expected: { kind: 'job', status: 'completed' },
  },
  {
    name: 'a workbook that lists 100,000 sheets',
    fileName: 'sheets.xlsx',
    size: 'small',
    build: () =>
      workbook({
        rows: header,
        sheets: Array.from(
          { length: 100_000 },
          (_, index) => `<sheet name="${index}" sheetId="${index}" r:id="rId1"/>`,
        ).join(''),
      }),
    expected: refused(/sheets/),
  },
  {
    name: 'a workbook with parts that nest 100,000 levels deep',
    fileName: 'deep.xlsx',
    size: 'small',
    build: () => workbook({ rows: header, sharedStrings: '<a>'.repeat(100_000) }),
    expected: refused(/nests deeper than 64 levels|expands to more than/),
  },
  {
    name: 'a workbook with an element of 700,000 attributes',
    fileName: 'attributes.xlsx',
    size: 'small',
    build: () =>
      workbook({ rows: `${header}<row ${Array.from({ length: 700_000 }, (_, index) => `a${index}=""`).join(' ')}/>` }),
    expected: refused(/more than \d+ attributes/),
  },
  {
    name: 'a workbook whose sheet expands like a bomb',
    fileName: 'bomb.xlsx',
    size: 'small',
    build: () => workbook({ rows: header + row('A', 'x'.repeat(20_000)).repeat(1_000) }),
    expected: refused(/expands to more than/),
  },
  {
    name: 'an archive of 20,000 parts',
    fileName: 'parts.xlsx',
    size: 'small',
    build: () => emptyParts(20_000),
    expected: refused(/more than 10000 parts/),
  },
];

/** A text that is repeated with comments of digits between, which keep it from shrinking like a bomb. */
function noisy(text: string, times: number): string {
  return text.repeat(times);
}

/** An archive of parts without content, by hand: writers of archives take seconds for so many. */
function emptyParts(count: number): Buffer {
  const local: Buffer[] = [];
  const central: Buffer[] = [];
  let offset = 0;
  for (let index = 0; index < count; index += 1) {
    const name = Buffer.from(`part-${index}`);
    const head = Buffer.alloc(30);
    head.writeUInt32LE(0x04034b50, 0);
    head.writeUInt16LE(name.length, 26);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(name.length, 28);
    entry.writeUInt32LE(offset, 42);
    local.push(head, name);
    central.push(entry, name);
    offset += head.length + name.length;
  }
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(count, 8);
  end.writeUInt16LE(count, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...local, directory, end]);
}
