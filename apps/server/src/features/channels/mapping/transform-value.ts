import type { MappingTransform } from '@product-content/contract';
import { stripHtml } from './strip-html.ts';

/** A value during its transformation for a platform field. */
export type ChannelValue = string | number | boolean | readonly (string | number | boolean)[];

type Single = string | number | boolean;

/** What transformations look up. */
export interface TransformWords {
  /** The label of an option of the source attribute in the channel's language. */
  readonly label: (option: string) => string;
  /** The names on the path from the root to a category: `Home > Kitchen`. */
  readonly categoryPath: (code: string) => string;
}

/** The remaining budget of a mapping, in characters; negative when it is exceeded. */
export interface WorkLeft {
  characters: number;
}

/**
 * Applies the steps of a transformation in order. Steps for a text apply to each member of a list.
 *
 * @param work is reduced by the characters each step writes; once it is used up, the remaining steps are skipped.
 * @returns null when no value is left, for example the first item of an empty list.
 */
export function transformValue(
  value: ChannelValue,
  steps: readonly MappingTransform[],
  words: TransformWords,
  work: WorkLeft = { characters: Number.POSITIVE_INFINITY },
): ChannelValue | null {
  let current: ChannelValue | null = value;
  for (const step of steps) {
    if (current === null || work.characters < 0) return null;
    current = applyStep(current, step, words);
    work.characters -= current === null ? 0 : sizeOf(current);
  }
  return isEmpty(current) ? null : current;
}

/** Characters of a value; each item of a list counts as one more. */
export function sizeOf(value: ChannelValue): number {
  if (!isList(value)) return typeof value === 'string' ? value.length : 1;
  return value.reduce((sum: number, member) => sum + sizeOf(member) + 1, 0);
}

/** At most `max` characters, cut at the beginning of a word if there is one in the last third. */
export function truncate(text: string, max: number): string {
  let end = 0;
  for (let count = 0; count < max && end < text.length; count += 1) {
    end += (text.codePointAt(end) as number) > 0xffff ? 2 : 1;
  }
  if (end === text.length) return text;
  const cut = text.slice(0, end);
  const space = cut.lastIndexOf(' ');
  return (space > (cut.length * 2) / 3 ? cut.slice(0, space) : cut).trimEnd();
}

function isEmpty(value: ChannelValue | null): boolean {
  return value === null || value === '' || (Array.isArray(value) && value.length === 0);
}

function applyStep(value: ChannelValue, step: MappingTransform, words: TransformWords): ChannelValue | null {
  if (step === 'first') return isList(value) ? (value[0] ?? null) : value;
  if (step === 'rest') return isList(value) ? value.slice(1) : [];
  if (typeof step === 'object' && 'join' in step) return isList(value) ? value.join(step.join) : value;
  const change = singleStep(step, words);
  return isList(value) ? value.map(change) : change(value);
}

function singleStep(
  step: Exclude<MappingTransform, 'first' | 'rest' | { join: string }>,
  words: TransformWords,
): (value: Single) => Single {
  if (typeof step === 'object') return parameterStep(step);
  switch (step) {
    case 'stripHtml':
      return (value) => stripHtml(String(value));
    case 'lowercase':
      return (value) => String(value).toLowerCase();
    case 'uppercase':
      return (value) => String(value).toUpperCase();
    case 'label':
      return (value) => words.label(String(value));
    case 'categoryPath':
      return (value) => words.categoryPath(String(value));
  }
}

function parameterStep(step: Exclude<Extract<MappingTransform, object>, { join: string }>): (value: Single) => Single {
  if ('truncate' in step) return (value) => truncate(String(value), step.truncate);
  if ('prefix' in step) return (value) => `${step.prefix}${value}`;
  if ('suffix' in step) return (value) => `${value}${step.suffix}`;
  return (value) => (Object.hasOwn(step.map, String(value)) ? (step.map[String(value)] as string) : value);
}

export function isList(value: ChannelValue): value is readonly Single[] {
  return Array.isArray(value);
}
