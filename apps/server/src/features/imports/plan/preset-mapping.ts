import { type ImportMapping, type ImportOptions, ignoredColumn } from '@product-content/contract';
import { type ColumnScope, createHeaderReader, createProductColumns } from '../../columns/index.ts';
import type { Preset } from '../presets/index.ts';
import { splitLanguage } from '../presets/preset.ts';
import { foldColumn } from '../transforms/row-shape.ts';
import { createNewAttributeReader, isNewAttribute, toLabel } from './new-attribute.ts';

export interface PresetMappingRequest {
  /** The columns of the rows. */
  readonly names: readonly string[];
  readonly options: ImportOptions;
  /** Targets of columns that a transformation adds. */
  readonly targets: Readonly<Record<string, string>>;
  /** Null when the targets are all that is known. */
  readonly preset: Preset | null;
  /** The key of a column in the language and currency of the import. */
  readonly toKey: (key: string) => string | null;
}

/**
 * Maps columns as a preset and its transformation say. New attributes become existing ones with the same name, or are
 * left out when none may be created; so are fields that the workspace does not have.
 */
export function mapByPreset(request: PresetMappingRequest, scope: ColumnScope): ImportMapping {
  const { names, options, targets, preset, toKey } = request;
  const columns = createProductColumns(scope);
  const resolve = createTargetResolver(request, scope);
  const mapping = new Map<string, string[]>();
  const taken = new Set<string>();
  const add = (name: string, target: string): void => {
    const resolved = resolve(name, target) ?? toKey(target);
    if (resolved === null) return;
    const column = columns.find(resolved);
    if (column === undefined && !isNewAttribute(resolved) && resolved !== ignoredColumn) return;
    if (column !== undefined && taken.has(resolved) && !column.collects) return;
    taken.add(resolved);
    mapping.set(name, [...(mapping.get(name) ?? []), resolved]);
  };
  for (const name of names) if (Object.hasOwn(targets, name)) add(name, targets[name] as string);
  const images = options.imageBase === undefined ? {} : preset?.relativeImages;
  const byFolded = Map.groupBy(names, foldColumn);
  const readHeader = createHeaderReader(scope, columns);
  const localized = names.flatMap((name) => {
    const { base, language } = splitLanguage(name);
    return language === null ? [] : [{ name, language, folded: foldColumn(base) }];
  });
  const inLanguages = Map.groupBy(localized, ({ folded }) => folded);
  for (const [spelling, of] of Object.entries({ ...preset?.mapping, ...images })) {
    for (const name of byFolded.get(foldColumn(spelling)) ?? []) for (const target of [of].flat()) add(name, target);
    for (const { name, language } of inLanguages.get(foldColumn(spelling)) ?? []) {
      for (const target of [of].flat()) add(name, readHeader(`${target}:${language}`)?.key ?? '');
    }
  }
  return Object.fromEntries(
    [...mapping].map(
      ([name, [first, ...more]]) => [name, more.length === 0 ? first : [first, ...more]] as [string, string | string[]],
    ),
  );
}

/** Resolves a target that is a new attribute; null for any other target. */
function createTargetResolver({ options }: PresetMappingRequest, scope: ColumnScope) {
  const readHeader = createHeaderReader(scope, createProductColumns(scope));
  const readNewAttribute = createNewAttributeReader(scope.catalog);
  const existing = (label: string) =>
    [readHeader(label), readHeader(`attributes.${label}`)].find((header) => header?.key.startsWith('attributes.'))?.key;
  return (name: string, target: string): string | null => {
    if (target === ignoredColumn) return target;
    if (!isNewAttribute(target)) return null;
    const known = existing(toLabel(name));
    if (known !== undefined) return known;
    const attribute = options.createMissing.attributes ? readNewAttribute(name, target) : null;
    return attribute === null || typeof attribute === 'string' ? '' : target;
  };
}

/** Columns that a preset names, including those that are not read. */
export function namesOfPreset({ mapping, relativeImages }: Preset): ReadonlySet<string> {
  return new Set([...Object.keys(mapping), ...Object.keys(relativeImages ?? {})].map(foldColumn));
}
