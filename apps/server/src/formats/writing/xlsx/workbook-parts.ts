import { escapeXmlAttribute } from '../xml-escape.ts';

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packaging = 'http://schemas.openxmlformats.org/package/2006';
const spreadsheet = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

export const sheetPart = 'xl/worksheets/sheet1.xml';

/** All parts of a workbook with one sheet, except the sheet itself (ECMA-376 part 1, §12.2). */
export function workbookParts(sheet: string): Readonly<Record<string, string>> {
  const name = escapeXmlAttribute(toSheetName(sheet));
  return {
    '[Content_Types].xml': `${declaration}<Types xmlns="${packaging}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${spreadsheet}.sheet.main+xml"/><Override PartName="/${sheetPart}" ContentType="${spreadsheet}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${spreadsheet}.styles+xml"/></Types>`,
    '_rels/.rels': toRelations([['officeDocument', 'xl/workbook.xml']]),
    'xl/workbook.xml': `${declaration}<workbook xmlns="${main}" xmlns:r="${relations}"><sheets><sheet name="${name}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': toRelations([
      ['worksheet', 'worksheets/sheet1.xml'],
      ['styles', 'styles.xml'],
    ]),
    // The second cell style is for the header: bold.
    'xl/styles.xml': `${declaration}<styleSheet xmlns="${main}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="2"><xf xfId="0"/><xf fontId="1" applyFont="1" xfId="0"/></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`,
  };
}

/** Excel's rules for the name of a sheet: at most 31 characters, none of `[]:*?/\`, no apostrophe at either end. */
function toSheetName(name: string): string {
  const allowed = name
    .replace(/[[\]:*?/\\\p{Cc}]/gu, ' ')
    .trim()
    .replace(/^'+|'+$/g, '')
    .slice(0, 31)
    .trim();
  return allowed === '' ? 'Sheet1' : allowed;
}

function toRelations(rows: readonly (readonly [type: string, target: string])[]): string {
  const all = rows.map(([type, target], index) => {
    return `<Relationship Id="rId${index + 1}" Type="${relations}/${type}" Target="${target}"/>`;
  });
  return `${declaration}<Relationships xmlns="${packaging}/relationships">${all.join('')}</Relationships>`;
}
