import { textCell, workbook } from '@product-content/server/testing';
import { type HostileFile, refused, varied } from './hostile-file.ts';

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
    name: 'a workbook row of 100,000 cells',
    fileName: 'cells.xlsx',
    size: 'small',
    build: () => workbook({ rows: `<row>${varied((digits) => `<c t="str"><v>${digits}</v></c>`, 100_000)}</row>` }),
    expected: refused(/at most 16384 can be read/),
  },
  {
    name: 'a workbook row whose million cells are all the first one',
    fileName: 'cells.xlsx',
    size: 'large',
    build() {
      const cells = varied((digits) => `<c r="A2" t="str"><v>${digits}</v></c>`, 1_000_000);
      return workbook({ rows: `${header}<row>${cells}</row>` });
    },
    expected: { kind: 'job', status: 'completed', says: /name/i },
  },
  {
    name: 'a workbook of millions of empty shared texts',
    fileName: 'texts.xlsx',
    size: 'large',
    build: () => workbook({ rows: header, sharedStrings: varied((digits) => `<si id="${digits}"/>`, 4_500_000) }),
    expected: refused(/more than \d+ shared texts/),
  },
  {
    name: 'workbook rows of thousands of references to a shared text of a megabyte',
    fileName: 'references.xlsx',
    size: 'medium',
    build() {
      const references = varied((digits) => `<c t="s" cm="${digits}"><v>0</v></c>`, 8_192);
      const rows = header + `<row>${references}</row>`.repeat(20);
      return workbook({ rows, sharedStrings: `<si><t>${varied((digits) => digits, mebibyte / 8)}</t></si>` });
    },
    expected: { kind: 'job', status: 'completed', says: /The row has more than \d+ characters/ },
  },
  {
    name: 'a workbook of 100,000 short rows that refer to a shared text of a megabyte',
    fileName: 'references.xlsx',
    size: 'large',
    build() {
      const rows = header + varied((digits) => `<row r="${digits}">${shared(0).repeat(2)}</row>`, 100_000);
      return workbook({ rows, sharedStrings: `<si><t>${varied((digits) => digits, mebibyte / 8)}</t></si>` });
    },
    expected: { kind: 'job', status: 'failed', says: /characters together/ },
  },
  {
    name: 'a shared text of a workbook in half a million runs',
    fileName: 'runs.xlsx',
    size: 'large',
    build() {
      const runs = varied((digits) => `<r><t>${digits}</t></r>`, 500_000);
      return workbook({ rows: `${header}<row>${shared(0)}</row>`, sharedStrings: `<si>${runs}</si>` });
    },
    expected: { kind: 'job', status: 'completed', says: /cell has more than \d+ characters/ },
  },
  {
    name: 'a workbook cell of 100,000 CDATA sections',
    fileName: 'cdata.xlsx',
    size: 'small',
    build() {
      const sections = varied((digits) => `<![CDATA[${digits}]]>`, 100_000);
      return workbook({ rows: `${header}<row><c t="str"><v>${sections}</v></c></row>` });
    },
    expected: refused(/more than \d+ texts/),
  },
  {
    name: 'a workbook of 100,000 cell styles',
    fileName: 'styles.xlsx',
    size: 'small',
    build() {
      const styles = varied((digits) => `<xf id="${digits}"/>`, 100_000);
      return workbook({ rows: header, styles: `<cellXfs>${styles}</cellXfs>` });
    },
    expected: refused(/more than \d+ cell styles/),
  },
  {
    name: 'a workbook with a number format of 250,000 brackets',
    fileName: 'formats.xlsx',
    size: 'small',
    build() {
      const format = `<numFmts><numFmt numFmtId="200" formatCode="${'['.repeat(250_000)}"/></numFmts>`;
      const styles = `${format}<cellXfs><xf numFmtId="200"/></cellXfs>`;
      return workbook({ rows: header + row('A', 'a'), styles });
    },
    expected: { kind: 'job', status: 'completed' },
  },
  {
    name: 'a workbook that lists 20,000 sheets',
    fileName: 'sheets.xlsx',
    size: 'small',
    build() {
      const sheets = varied((digits) => `<sheet name="${digits}" sheetId="1" r:id="rId1"/>`, 20_000);
      return workbook({ rows: header, sheets });
    },
    expected: refused(/more than \d+ sheets/),
  },
  {
    name: 'a workbook with a part that nests 100,000 levels deep',
    fileName: 'deep.xlsx',
    size: 'small',
    build: () => workbook({ rows: header, sharedStrings: '<a>'.repeat(100_000) }),
    expected: refused(/nests deeper than 64 levels/),
  },
  {
    name: 'a workbook with an element of 100,000 attributes',
    fileName: 'attributes.xlsx',
    size: 'small',
    build() {
      const attributes = Array.from({ length: 100_000 }, (_, index) => `a${index}=""`).join(' ');
      return workbook({ rows: `${header}<row ${attributes}/>` });
    },
    expected: refused(/more than \d+ attributes/),
  },
  {
    name: 'a workbook whose sheet expands like a bomb',
    fileName: 'bomb.xlsx',
    size: 'small',
    build: () => workbook({ rows: header + row('A', 'x'.repeat(20_000)).repeat(1_000) }),
    expected: refused(/expands to more than 250 times its size/),
  },
  {
    name: 'an archive of 20,000 parts',
    fileName: 'parts.xlsx',
    size: 'medium',
    build: () => emptyParts(20_000),
    expected: refused(/more than 10000 parts/),
  },
];

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
