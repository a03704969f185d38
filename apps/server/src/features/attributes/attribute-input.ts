import type { AttributeCreate, AttributeOption, AttributePatch } from '@product-content/contract';
import type { FieldProblems, RequestContext } from '../../kernel/index.ts';
import { mergeLabels, normalizeAttributeValue } from '../catalog/index.ts';
import type { ListedAttribute } from './attribute.entity.ts';

/** The part of an attribute that an input decides. */
export type AttributeContent<Group = ListedAttribute['group']> = Omit<
  ListedAttribute,
  'workspaceId' | 'id' | 'createdAt' | 'updatedAt' | 'group'
> & { readonly group: Group };

/** What an input is checked against. */
export interface AttributeScope<Group> {
  readonly workspace: RequestContext['workspace'];
  readonly problems: FieldProblems;
  /** The group after the input is applied. */
  readonly group: Group;
}

/** A new attribute before its optional fields are applied. */
export function blankAttribute(
  { code, type, localizable, unique }: AttributeCreate,
  position: number,
): AttributeContent<null> {
  return {
    code,
    type,
    localizable,
    isUnique: unique,
    label: code,
    labels: {},
    group: null,
    required: false,
    usableAsAxis: false,
    filterProgress: null,
    unit: null,
    defaultValue: null,
    options: [],
    validation: {},
    position,
  };
}

/** The fields of an attribute that can be changed at any time. */
export type AttributeInput = Omit<AttributePatch, 'code' | 'type' | 'localizable' | 'unique' | 'filterProgress'>;

/** The attribute after an input is applied: labels merge, options and validation are replaced as a whole. */
export function mergeAttribute<Group>(
  before: AttributeContent<Group>,
  input: AttributeInput,
  scope: AttributeScope<Group>,
): AttributeContent<Group> {
  const { label, labels, required, usableAsAxis, filterable, unit, defaultValue, options, validation, position } =
    input;
  return {
    ...before,
    label: label ?? before.label,
    labels: mergeLabels(before.labels, labels, { ...scope, path: 'labels' }),
    group: scope.group,
    required: required ?? before.required,
    usableAsAxis: usableAsAxis ?? before.usableAsAxis,
    filterProgress: mergeFilterable(before, filterable),
    unit: unit === undefined ? before.unit : unit,
    defaultValue: mergeDefault(before, defaultValue),
    options: options === undefined ? before.options : mergeOptions(before.options, options, scope),
    validation: validation ?? before.validation,
    position: position ?? before.position,
  };
}

/** An attribute becomes filterable at once, unless products have values of it: see {@link AttributesService.patch}. */
function mergeFilterable(
  { filterProgress }: Pick<AttributeContent, 'filterProgress'>,
  filterable: boolean | undefined,
): number | null {
  if (filterable === undefined) return filterProgress;
  return filterable ? (filterProgress ?? 100) : null;
}

function mergeDefault(
  { type, defaultValue }: Pick<AttributeContent, 'type' | 'defaultValue'>,
  input: AttributeInput['defaultValue'],
): AttributeContent['defaultValue'] {
  if (input === undefined) return defaultValue;
  return input === null ? null : normalizeAttributeValue(type, input);
}

/** The options of the input, in its order or by position. Existing options keep the texts that are not sent. */
function mergeOptions(
  before: readonly AttributeOption[],
  input: NonNullable<AttributePatch['options']>,
  scope: AttributeScope<unknown>,
): AttributeOption[] {
  const known = new Map(before.map((option) => [option.code, option]));
  const seen = new Set<string>();
  const options = input.map(({ code, label, labels, position }, index): AttributeOption => {
    const path = `options.${index}`;
    if (seen.has(code)) scope.problems.add(`${path}.code`, `The option "${code}" is listed twice.`);
    seen.add(code);
    const option = known.get(code);
    return {
      code,
      label: label ?? option?.label ?? code,
      labels: mergeLabels(option?.labels ?? {}, labels, { ...scope, path: `${path}.labels` }),
      position: position ?? index,
    };
  });
  return options.sort((a, b) => a.position - b.position);
}
