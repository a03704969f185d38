import {
  type ImportMapping,
  type ImportOptions,
  ignoredColumn,
  importErrorColumn,
  limits,
  newAttributeTarget,
} from '@product-content/contract';
import { FieldProblems, invalidFields, mapInSlices } from '../../../kernel/index.ts';
import {
  type ColumnScope,
  createColumns,
  createHeaderReader,
  type ReadHeader,
  type RecordColumns,
  withCurrency,
} from '../../columns/index.ts';
import type { Preset } from '../presets/index.ts';
import { foldColumn } from '../transforms/row-shape.ts';
import { createNewAttributeReader, isNewAttribute } from './new-attribute.ts';
import { mapByPreset, namesOfPreset } from './preset-mapping.ts';

export interface MappingRequest {
  /** The columns of the file. */
  readonly names: readonly string[];
  /** A cell of the header that looks like data. */
  readonly dataInHeader: string | null;
  /** The mapping in the request; null maps columns by the preset, or automatically. */
  readonly sent: ImportMapping | null;
  readonly preset: Preset | null;
  /** Targets of columns that a transformation adds. */
  readonly targets: Readonly<Record<string, string>>;
  readonly options: ImportOptions;
}

export interface ResolvedMapping {
  readonly mapping: ImportMapping;
  /** Columns of the file that are not mapped. */
  readonly unmappedColumns: readonly string[];
}

/**
 * Decides which part of a product each column of a file is, in slices of time, because there may be thousands of
 * columns.
 *
 * @throws ApiError `validation_failed` naming `mapping.<column>`, or `file` when no column identifies the products, or
 *   too many columns would become attributes.
 */
export async function resolveMapping(request: MappingRequest, scope: ColumnScope): Promise<ResolvedMapping> {
  const { sent } = request;
  const known = mapByPreset(toPresetRequest(request, scope), scope);
  const read = sent === null ? mapOthers(request, known, scope) : checkSent(request, sent, scope);
  const mapping = { ...known, ...(await read) };
  assertIdentity(request, mapping);
  assertFewNewAttributes(mapping, sent === null ? 'file' : 'mapping');
  return { mapping, unmappedColumns: request.names.filter((name) => !Object.hasOwn(mapping, name)) };
}

/** With an explicit mapping, a preset only transforms the rows. */
function toPresetRequest({ names, sent, preset, targets, options }: MappingRequest, scope: ColumnScope) {
  const columns = createColumns(options.recordType, scope);
  const toKey = (key: string) => {
    const { currency = scope.workspace.defaultCurrency } = options;
    return toOptions(withCurrency(key, currency), options, columns);
  };
  return { names, targets, options, toKey, preset: sent === null ? preset : null };
}

/** A header with a locale, as Akeneo writes it. */
const localized = /-[a-z]{2,3}_[A-Z]{2}(-|$)/;

/** Columns that the preset does not name are recognized, or left out. */
async function mapOthers(request: MappingRequest, known: ImportMapping, scope: ColumnScope): Promise<ImportMapping> {
  const { preset, names, options } = request;
  if (preset === null) {
    const others = names.filter((name) => !Object.hasOwn(known, name));
    return mapAutomatically({ ...request, names: others }, scope);
  }
  if (preset.others === undefined) return {};
  const named = namesOfPreset(preset);
  const others = names.filter((name) => !Object.hasOwn(known, name) && !named.has(foldColumn(name)));
  const columns = createColumns(options.recordType, scope);
  const taken = new Set(Object.values(known).flat());
  const recognized = Object.entries(await mapAutomatically({ ...request, names: others }, scope));
  // A text in one language does not become an attribute: there would be one per language.
  const fits = ([name, target]: [string, ImportMapping[string]]) =>
    [target].flat().every((key) => columns.find(key)?.collects || !taken.has(key)) &&
    !(isNewAttribute([target].flat()[0] ?? '') && localized.test(name));
  return Object.fromEntries(recognized.filter(fits));
}

/**
 * Nested objects of the API, such as `parent`, may appear beside a column with the same key that is null in other
 * items.
 */
const viewColumn = /^(parent\.sku|category\.code|prices\.[A-Z]{3}\.amount)$/;

async function mapAutomatically({ names, options }: MappingRequest, scope: ColumnScope): Promise<ImportMapping> {
  const columns = createColumns(options.recordType, scope);
  const { currency = scope.workspace.defaultCurrency } = options;
  const workspace = { ...scope.workspace, defaultCurrency: currency };
  const read = createHeaderReader({ ...scope, workspace }, columns);
  const known = new Set(names);
  const found = new Map(await mapInSlices(names, (name) => [name, read(headerOf(name, known))] as const));
  const headers = toIdentity(found, options);
  const chosen = new Map<string, { readonly name: string; readonly rank: number }>();
  const keys = names.map((name): [name: string, key: string | null] => {
    const header = headers.get(name) ?? null;
    const key = header && toOptions(header.key, options, columns);
    if (header === null || key === null) return [name, null];
    const other = chosen.get(key);
    if (other === undefined || header.rank < other.rank) chosen.set(key, { name, rank: header.rank });
    return [name, key];
  });
  const readNewAttribute = createNewAttributeReader(scope.catalog);
  const toNewAttribute = (name: string): string | null => {
    const target = `${newAttributeTarget}text`;
    const attribute = readNewAttribute(name, target);
    if (attribute === null || typeof attribute === 'string') return null;
    return scope.catalog.attribute(attribute.code) === undefined ? target : `attributes.${attribute.code}`;
  };
  const mapping = await mapInSlices(keys, ([name, key]): [string, string | null] => {
    const column = key === null ? undefined : columns.find(key);
    const isChosen = key !== null && (chosen.get(key)?.name === name || column?.collects || viewColumn.test(name));
    if (key !== null && column !== undefined && isChosen) {
      const isRead = !column.readOnly || (key === 'id' && options.matchBy === 'id');
      return [name, isRead ? key : ignoredColumn];
    }
    // Two different headers may lead to the same attribute code.
    const isUnknown = name !== importErrorColumn && (found.get(name) === null || key?.startsWith('attributes.'));
    return [name, options.createMissing.attributes && isUnknown ? toNewAttribute(name) : null];
  });
  return Object.fromEntries(mapping.filter((entry): entry is [string, string] => entry[1] !== null));
}

/** Feeds call the SKU an id. */
function toIdentity(found: ReadonlyMap<string, ReadHeader | null>, { recordType, matchBy }: ImportOptions) {
  const hasSku = [...found.values()].some((header) => header?.key === 'sku');
  if (hasSku || recordType !== 'products' || matchBy === 'id') return found;
  const [id] = [...found].find(([, header]) => header?.key === 'id') ?? [];
  return id === undefined ? found : new Map(found).set(id, { key: 'sku', rank: 0 });
}

/** Treats `Image#2` like `Image`. */
function headerOf(name: string, known: ReadonlySet<string>): string {
  const base = /^(.+)#\d+$/s.exec(name)?.[1];
  return base !== undefined && known.has(base) ? base : name;
}

/** Applies the options' language to texts, and their currency to prices. */
function toOptions(key: string | null, { locale, currency }: ImportOptions, columns: RecordColumns): string | null {
  if (key === 'price' && currency !== undefined) return `prices.${currency}`;
  if (key === null || locale === undefined) return key;
  const localized = columns.inLocale(key, locale);
  return localized !== null && columns.find(localized) !== undefined ? localized : key;
}

/** Entries of a mapping that an error lists. */
const namedEntries = 100;

async function checkSent(
  { names, options }: MappingRequest,
  sent: ImportMapping,
  scope: ColumnScope,
): Promise<ImportMapping> {
  const columns = createColumns(options.recordType, scope);
  const problems = new FieldProblems();
  const users = new Map<string, string>();
  const known = new Set(names);
  const ofFile = listed(names);
  const readNewAttribute = createNewAttributeReader(scope.catalog);
  const attributes = new Map(
    await mapInSlices(names, (name) => {
      const target = targetsOf(sent, name).find(isNewAttribute);
      return [name, target === undefined ? null : readNewAttribute(name, target)] as const;
    }),
  );
  const check = (name: string, target: string): string => {
    const fail = (message: string) => {
      if (problems.count < namedEntries) problems.add(`mapping.${name}`, message);
      return target;
    };
    if (!known.has(name)) return fail(`The file has no such column. It has ${ofFile}.`);
    if (target === ignoredColumn) return target;
    const isNew = options.recordType === 'products' && isNewAttribute(target);
    const attribute = isNew ? (attributes.get(name) ?? null) : null;
    if (typeof attribute === 'string') return fail(attribute);
    const existing = attribute === null ? undefined : scope.catalog.attribute(attribute.code);
    if (existing !== undefined && existing.type !== attribute?.type) {
      return fail(`The attribute "${existing.code}" exists already, as ${existing.type}.`);
    }
    const key = attribute === null ? toOptions(target, options, columns) : `attributes.${attribute.code}`;
    const column = columns.find(key ?? '');
    if (attribute === null && column === undefined) return fail(`"${target}" is not a column key of the workspace.`);
    const user = users.get(key ?? '');
    if (user !== undefined && !column?.collects) return fail(`The column "${user}" is mapped to the same field.`);
    users.set(key ?? '', name);
    return existing === undefined && attribute !== null ? target : (key ?? target);
  };
  const mapping = await mapInSlices(Object.entries(sent), ([name, targets]) => {
    const checked = typeof targets === 'string' ? check(name, targets) : targets.map((target) => check(name, target));
    return [name, checked] as const;
  });
  problems.throwIfAny();
  return Object.fromEntries(mapping);
}

/** The targets of a column; empty when it is left out. */
export function targetsOf(mapping: ImportMapping, name: string): readonly string[] {
  const targets = Object.hasOwn(mapping, name) ? [mapping[name] ?? []].flat() : [];
  return targets.filter((target) => target !== ignoredColumn);
}

function assertIdentity({ names, dataInHeader, sent, options }: MappingRequest, mapping: ImportMapping): void {
  const { recordType, matchBy, skuFrom = [] } = options;
  const isOfProducts = recordType === 'products';
  if (isOfProducts && matchBy === 'sku' && skuFrom.length > 0) return;
  const key = isOfProducts ? matchBy : 'code';
  if (Object.values(mapping).flat().includes(key)) return;
  const problems = new FieldProblems();
  const what = isOfProducts ? 'the product of a row' : 'the record of a row';
  if (sent !== null) problems.add('mapping', `No column is mapped to "${key}", which names ${what}.`);
  else {
    const message = `No column is recognised as "${key}", which names ${what}`;
    const found = `${message}. The file has ${listed(names)}; say which it is in the mapping.`;
    const hint = ` If its first row is data, as ${JSON.stringify(dataInHeader?.slice(0, 60))} looks, send header "false".`;
    problems.add('file', dataInHeader === null ? found : found + hint);
  }
  problems.throwIfAny();
}

function assertFewNewAttributes(mapping: ImportMapping, field: 'file' | 'mapping'): void {
  const { importAttributes: most } = limits;
  const targets = Object.values(mapping).flat();
  const count = targets.filter(isNewAttribute).length;
  if (count <= most) return;
  throw invalidFields({ [field]: `${count} columns would become new attributes; at most ${most} may.` });
}

/** Lists the first few names of columns, for messages. */
export function listed(names: readonly string[]): string {
  const shown = names.slice(0, 20).map((name) => JSON.stringify(name.slice(0, 60)));
  return names.length > shown.length ? `${shown.join(', ')} and ${names.length - shown.length} more` : shown.join(', ');
}
