import { posix } from 'node:path';
import { limits } from '@product-content/contract';
import { TableFileError } from '../../table-error.ts';
import type { ZipFile } from '../zip-file.ts';
import { readWholePart } from './read-part.ts';

/** The parts of a workbook, and settings for all its sheets. */
export interface Workbook {
  readonly sheets: readonly { readonly name: string; readonly part: string; readonly hidden: boolean }[];
  readonly sharedStrings: string | null;
  readonly styles: string | null;
  /** Whether days are counted from 1904 instead of 1900. */
  readonly from1904: boolean;
}

interface Relation {
  readonly type: string;
  readonly target: string;
}

/** Maximum number of sheets, and of relations of a part. */
const { workbookParts: maxParts } = limits.tableFile;

/** Sheets listed in a message. */
const namedSheets = 20;

/** @throws {TableFileError} when the archive is not a workbook. */
export async function readWorkbook(zip: ZipFile): Promise<Workbook> {
  const part = [...(await readRelations(zip, '')).values()].find(({ type }) => type === 'officeDocument')?.target;
  if (part === undefined || !zip.has(part))
    throw new TableFileError('The file is a ZIP archive, not an XLSX workbook.');
  const relations = await readRelations(zip, part);
  const listed: { name: string; hidden: boolean; relation: Relation | undefined }[] = [];
  let from1904 = false;
  let isWorkbook = false;
  await readWholePart(zip, part, {
    open(name, attributes) {
      if (name === 'workbook') isWorkbook = true;
      if (name === 'workbookPr') from1904 = /^(1|true|on)$/.test(attributes.date1904 ?? '');
      if (name !== 'sheet') return;
      const id = Object.entries(attributes).find(([key]) => key.endsWith(':id'))?.[1] ?? '';
      const hidden = attributes.state !== undefined && attributes.state !== 'visible';
      listed.push({ name: attributes.name ?? '', hidden, relation: relations.get(id) });
      if (listed.length > maxParts) throw new TableFileError(`The workbook lists more than ${maxParts} sheets.`);
    },
  });
  if (!isWorkbook) throw new TableFileError('The file is an Office document, but not an XLSX workbook.');
  const sheets = listed.flatMap(({ name, hidden, relation }) =>
    relation?.type === 'worksheet' && zip.has(relation.target) ? [{ name, hidden, part: relation.target }] : [],
  );
  const targetOf = (wanted: string): string | null => {
    const target = [...relations.values()].find(({ type }) => type === wanted)?.target;
    return target !== undefined && zip.has(target) ? target : null;
  };
  return { sheets, sharedStrings: targetOf('sharedStrings'), styles: targetOf('styles'), from1904 };
}

/**
 * The sheet with that name, otherwise the first visible one.
 *
 * @throws {TableFileError} listing the sheets.
 */
export function chooseSheet({ sheets }: Workbook, wanted: string | null): Workbook['sheets'][number] {
  const found =
    wanted === null ? (sheets.find(({ hidden }) => !hidden) ?? sheets[0]) : sheets.find(({ name }) => name === wanted);
  if (found !== undefined) return found;
  if (wanted === null) throw new TableFileError('The workbook has no sheet.');
  const shown = sheets.slice(0, namedSheets).map(({ name }) => JSON.stringify(name.slice(0, 100)));
  const more = sheets.length > shown.length ? [`${sheets.length - shown.length} more`] : [];
  const names = [...shown, ...more].join(', ');
  throw new TableFileError(`The workbook has no sheet ${JSON.stringify(wanted)}; it has ${names || 'none'}.`, {
    field: 'options.sheet',
  });
}

/** The relations of a part by id; for '', those of the package. Types are identified by their last word. */
async function readRelations(zip: ZipFile, part: string): Promise<Map<string, Relation>> {
  const folder = posix.dirname(part);
  const name = posix.join(folder, '_rels', `${posix.basename(part)}.rels`);
  const relations = new Map<string, Relation>();
  if (!zip.has(name)) return relations;
  await readWholePart(zip, name, {
    open(element, { Id, Type, Target, TargetMode }) {
      if (element !== 'Relationship' || TargetMode === 'External' || !Id || !Type || !Target) return;
      const target = Target.startsWith('/') ? Target.slice(1) : posix.join(folder, Target);
      relations.set(Id, { type: Type.slice(Type.lastIndexOf('/') + 1), target });
      if (relations.size > maxParts) throw new TableFileError(`The workbook has more than ${maxParts} relationships.`);
    },
  });
  return relations;
}
