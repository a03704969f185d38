import type { AttributeType, AttributeValue } from '@product-content/contract';
import { decimalPlaces, maxAmount } from '@product-content/contract';
import type { AttributeDefinition } from './catalog-snapshot.ts';
import type { MatchPattern } from './pattern-matches.ts';

/** The parts of a definition that decide whether a value is valid. */
export type ValueRules = Pick<AttributeDefinition, 'type' | 'unique' | 'validation' | 'optionCodes' | 'pattern'>;

/** Maximum sizes of values when the definition sets none, in characters and items. */
export const valueLimits = {
  text: 65_535,
  /** A unique value is an index entry, which PostgreSQL limits to some 2,700 bytes. */
  uniqueText: 500,
  url: 2_048,
  items: 1_000,
  decimals: 4,
} as const;

/**
 * Checks a value against the definition of its attribute: its JSON type, its format and the definition's rules.
 *
 * @param match how to match text against a pattern; default: immediately.
 * @returns what is wrong with the value, or null.
 *
 * @example
 * checkAttributeValue(color, 'gren'); // 'Must be an option code of the attribute.'
 */
export function checkAttributeValue(definition: ValueRules, value: unknown, match = matchNow): string | null {
  return checks[definition.type](definition, value, match);
}

/**
 * A value as it is stored: plain text is trimmed, rich text is unchanged, and text that is only white space becomes
 * null.
 *
 * @example
 * normalizeAttributeValue('text', ' Stoneware '); // 'Stoneware'
 */
export function normalizeAttributeValue(type: AttributeType, value: AttributeValue): AttributeValue | null {
  if (typeof value !== 'string' || !textTypes.has(type)) return value;
  const trimmed = value.trim();
  if (trimmed === '') return null;
  return type === 'richtext' ? value : trimmed;
}

const textTypes: ReadonlySet<AttributeType> = new Set(['text', 'textarea', 'richtext']);

type Check = (rules: ValueRules, value: unknown, match: MatchPattern) => string | null;

const matchNow: MatchPattern = (pattern, text) => pattern.test(text);

const checks: Record<AttributeType, Check> = {
  text: checkText,
  textarea: checkText,
  richtext: checkText,
  integer: checkInteger,
  decimal: checkDecimal,
  boolean: (_, value) => (typeof value === 'boolean' ? null : 'Must be true or false.'),
  select: checkOption,
  multiselect: checkOptions,
  date: checkDate,
  url: checkUrl,
  color: checkColor,
};

function checkText({ validation, unique, pattern }: ValueRules, value: unknown, match: MatchPattern): string | null {
  if (typeof value !== 'string') return 'Must be text.';
  const { minLength = 0, maxLength = unique ? valueLimits.uniqueText : valueLimits.text } = validation;
  if (isLonger(value, maxLength)) return `Must be at most ${maxLength} characters.`;
  if (minLength > 0 && !isLonger(value, minLength - 1)) return `Must be at least ${minLength} characters.`;
  if (unique && isLonger(value, valueLimits.uniqueText)) return `Must be at most ${valueLimits.uniqueText} characters.`;
  if (pattern === null) return null;
  if (value.length > pattern.maxLength) return 'Is too long to be matched against the pattern of the attribute.';
  const matches = match(pattern, value);
  if (matches === null) return 'Takes too long to be matched together with the other texts: send fewer at a time.';
  return matches ? null : `Must match the pattern ${pattern.source}`;
}

/**
 * Characters are code points, as in JSON Schema. They are only counted when the number of code units does not decide.
 */
function isLonger(text: string, length: number): boolean {
  if (text.length <= length) return false;
  if (text.length > 2 * length) return true;
  return [...text].length > length;
}

function checkInteger(rules: ValueRules, value: unknown): string | null {
  if (typeof value !== 'number' || !Number.isInteger(value)) return 'Must be a whole number.';
  if (!Number.isSafeInteger(value)) return 'Must be between -9007199254740991 and 9007199254740991.';
  return checkRange(rules, value);
}

function checkDecimal(rules: ValueRules, value: unknown): string | null {
  if (typeof value !== 'number' || !Number.isFinite(value)) return 'Must be a number.';
  if (Math.abs(value) > maxAmount) return `Must be between -${maxAmount} and ${maxAmount}.`;
  const decimals = rules.validation.decimals ?? valueLimits.decimals;
  if (decimalPlaces(value) > decimals) return `Must have at most ${decimals} decimals.`;
  return checkRange(rules, value);
}

function checkDate(rules: ValueRules, value: unknown): string | null {
  if (typeof value !== 'string' || !isCalendarDate(value)) return 'Must be a date as YYYY-MM-DD.';
  return checkRange(rules, value);
}

/** Compares numbers by value, and dates as text, whose order is that of time. */
function checkRange({ validation: { min, max } }: ValueRules, value: number | string): string | null {
  if (min !== undefined && typeof min === typeof value && value < min) return `Must be at least ${min}.`;
  if (max !== undefined && typeof max === typeof value && value > max) return `Must be at most ${max}.`;
  return null;
}

/** True for a day of the proleptic Gregorian calendar from year 1 on, written `YYYY-MM-DD`. */
function isCalendarDate(text: string): boolean {
  if (!/^(?!0000)\d{4}-\d\d-\d\d$/.test(text)) return false;
  const instant = new Date(`${text}T00:00:00.000Z`);
  return !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(text);
}

function checkOption({ optionCodes }: ValueRules, value: unknown): string | null {
  if (typeof value !== 'string') return 'Must be an option code.';
  return optionCodes.has(value) ? null : 'Must be an option code of the attribute.';
}

function checkOptions({ optionCodes, validation }: ValueRules, value: unknown): string | null {
  if (!isTextList(value)) return 'Must be a list of option codes.';
  const unknown = value.find((code) => !optionCodes.has(code));
  if (unknown !== undefined) return `"${unknown.slice(0, 100)}" is not an option code of the attribute.`;
  if (new Set(value).size < value.length) return 'Must not repeat an option code.';
  const { minItems = 0, maxItems = valueLimits.items } = validation;
  if (value.length < minItems) return `Must have at least ${minItems} option codes.`;
  return value.length <= maxItems ? null : `Must have at most ${maxItems} option codes.`;
}

function isTextList(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

const anySchemes = ['http', 'https'] as const;

function checkUrl({ validation, unique }: ValueRules, value: unknown): string | null {
  const schemes: readonly string[] = validation.schemes ?? anySchemes;
  const wanted = `Must be an absolute URL that starts with ${schemes.map((scheme) => `${scheme}://`).join(' or ')}`;
  if (typeof value !== 'string') return `${wanted}.`;
  const limit = unique ? valueLimits.uniqueText : valueLimits.url;
  if (value.length > limit) return `Must be at most ${limit} characters.`;
  // The URL parser tolerates missing slashes and drops white space; a stored address must be valid as it stands.
  const scheme = /^(https?):\/\/[^\s\\]+$/i.exec(value)?.[1]?.toLowerCase();
  return scheme !== undefined && schemes.includes(scheme) && URL.canParse(value) ? null : `${wanted}.`;
}

function checkColor(_: ValueRules, value: unknown): string | null {
  return typeof value === 'string' && /^#[0-9A-Fa-f]{6}$/.test(value) ? null : 'Must be a color as #RRGGBB.';
}
