import { type AttributeType, type AttributeValidation, optionTypes, validationKeys } from '@product-content/contract';
import type { FieldProblems } from '../../kernel/index.ts';
import { checkAttributeValue, problemOfPattern, toDefinition } from '../catalog/index.ts';
import type { AttributeContent } from './attribute-input.ts';

/** Types that can distinguish variants. */
const axisTypes: readonly AttributeType[] = ['select', 'boolean', 'text', 'integer', 'decimal', 'color'];

/** Types that an index can tell apart and that have enough values to be unique. */
const uniqueTypes: readonly AttributeType[] = ['text', 'integer', 'decimal', 'date', 'url'];

/** Types with values too many or too long to be counted. */
const unfilterableTypes: readonly AttributeType[] = ['textarea', 'richtext'];

/** Reports contradictions in a definition, at the path of the field that has to change. */
export function checkDefinition(attribute: Omit<AttributeContent, 'group'>, problems: FieldProblems): void {
  const { type, localizable, isUnique, usableAsAxis, options, validation } = attribute;
  if (isUnique && !uniqueTypes.includes(type)) problems.add('unique', `An attribute of type ${type} cannot be unique.`);
  if (isUnique && localizable) problems.add('unique', 'A localizable attribute cannot be unique.');
  if (usableAsAxis && !axisTypes.includes(type)) {
    problems.add('usableAsAxis', `An attribute of type ${type} cannot be a variant axis.`);
  }
  if (attribute.filterProgress !== null && unfilterableTypes.includes(type)) {
    problems.add('filterable', `An attribute of type ${type} cannot be filterable.`);
  }
  if (usableAsAxis && localizable) problems.add('usableAsAxis', 'A localizable attribute cannot be a variant axis.');
  if (options.length > 0 && !optionTypes.includes(type)) {
    problems.add('options', `An attribute of type ${type} has no options.`);
  }
  checkValidation(type, validation, problems);
  checkDefault(attribute, problems);
}

function checkValidation(type: AttributeType, validation: AttributeValidation, problems: FieldProblems): void {
  const allowed: readonly string[] = validationKeys[type];
  for (const key of Object.keys(validation)) {
    if (!allowed.includes(key)) problems.add(`validation.${key}`, `An attribute of type ${type} has no rule "${key}".`);
  }
  const { pattern, schemes = [] } = validation;
  for (const key of ['min', 'max'] as const) {
    const problem = problemOfBound(type, validation[key]);
    if (problem !== null) problems.add(`validation.${key}`, problem);
  }
  const ranges = [
    ['minLength', 'maxLength'],
    ['min', 'max'],
    ['minItems', 'maxItems'],
  ] as const;
  for (const [low, high] of ranges) {
    const [least, most] = [validation[low], validation[high]];
    const reversed = least !== undefined && most !== undefined && least > most;
    if (reversed) problems.add(`validation.${high}`, `Must not be less than ${low}.`);
  }
  const syntax = pattern === undefined ? null : problemOfPattern(pattern);
  if (syntax !== null) problems.add('validation.pattern', syntax);
  if (new Set(schemes).size < schemes.length) problems.add('validation.schemes', 'Must not repeat a scheme.');
}

function problemOfBound(type: AttributeType, bound: number | string | undefined): string | null {
  if (bound === undefined) return null;
  if (type === 'date') return typeof bound === 'string' ? null : 'Must be a date as YYYY-MM-DD.';
  if (typeof bound !== 'number') return 'Must be a number.';
  return type === 'integer' && !Number.isSafeInteger(bound) ? 'Must be a whole number.' : null;
}

function checkDefault(attribute: Omit<AttributeContent, 'group'>, problems: FieldProblems): void {
  const { defaultValue, isUnique } = attribute;
  // The default value can only be checked against valid rules.
  if (defaultValue === null || !problems.none) return;
  if (isUnique) problems.add('defaultValue', 'A unique attribute cannot have a default value.');
  const problem = checkAttributeValue(toDefinition({ ...attribute, id: '' }), defaultValue);
  if (problem !== null) problems.add('defaultValue', problem);
}
