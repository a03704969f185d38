import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';

/** Parts of a workbook by name; omitted ones are minimal. */
export interface WorkbookParts {
  /** The content of `<sheetData>`. */
  readonly rows?: string;
  /** The XML before `<sheetData>`. */
  readonly head?: string;
  readonly sharedStrings?: string;
  readonly styles?: string;
  readonly workbookPr?: string;
  readonly sheets?: string;
  readonly other?: Readonly<Record<string, string>>;
}

const relationType = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';

/** A workbook with the given parts, well-formed or not. */
export function workbook(parts: WorkbookParts): Promise<Buffer> {
  const { rows = '', head = '', sharedStrings = '', styles = '', workbookPr = '' } = parts;
  const { sheets = '<sheet name="Products" sheetId="1" r:id="rId1"/>', other = {} } = parts;
  return zipOf({
    '_rels/.rels': relations([['rId1', 'officeDocument', 'xl/workbook.xml']]),
    'xl/workbook.xml': `<workbook ${main} xmlns:r="${relationType}">${workbookPr}<sheets>${sheets}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations([
      ['rId1', 'worksheet', 'worksheets/sheet1.xml'],
      ['rId2', 'worksheet', '/xl/worksheets/sheet2.xml'],
      ['rId3', 'sharedStrings', 'sharedStrings.xml'],
      ['rId4', 'styles', 'styles.xml'],
    ]),
    'xl/worksheets/sheet1.xml': `<worksheet ${main}>${head}<sheetData>${rows}</sheetData></worksheet>`,
    'xl/sharedStrings.xml': `<sst ${main}>${sharedStrings}</sst>`,
    'xl/styles.xml': `<styleSheet ${main}>${styles}</styleSheet>`,
    ...other,
  });
}

export function zipOf(files: Readonly<Record<string, string>>): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, text] of Object.entries(files)) zip.addBuffer(Buffer.from(text), name);
  zip.end();
  return buffer(zip.outputStream);
}

/** A cell with inline text. */
export const textCell = (text: string): string => `<c t="inlineStr"><is><t>${text}</t></is></c>`;

function relations(rows: readonly (readonly [id: string, type: string, target: string])[]): string {
  const all = rows.map(
    ([id, type, target]) => `<Relationship Id="${id}" Type="${relationType}/${type}" Target="${target}"/>`,
  );
  return `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${all.join('')}</Relationships>`;
}
