/** An entity tag (RFC 9110 §8.8.3). `value` is the opaque text without quotes. */
export interface EntityTag {
  readonly value: string;
  readonly weak: boolean;
}

/** A parsed If-Match or If-None-Match field: `*` or a list of tags. */
export type EntityTagCondition = '*' | readonly EntityTag[];

/** `etagc` of RFC 9110 §8.8.3: visible ASCII without the quote, and obs-text. */
const opaqueTag = /^[\x21\x23-\x7e\x80-\xff]*$/;

/**
 * Writes a tag as a header value: `"prd_1.3"` or `W/"prd_1.3"`.
 *
 * @throws TypeError when the value contains a character that a tag must not contain.
 */
export function formatEntityTag(value: string, options: { weak?: boolean } = {}): string {
  if (!opaqueTag.test(value)) throw new TypeError('An entity tag takes visible ASCII without quotes.');
  return options.weak ? `W/"${value}"` : `"${value}"`;
}

const tag = '(?:W/)?"[\\x21\\x23-\\x7e\\x80-\\xff]*"';

/** The syntax that {@link parseEntityTagCondition} reads, as a regular expression for OpenAPI documents. */
export const entityTagConditionPattern = `^\\s*(?:\\*|(?:,\\s*)*${tag}(?:\\s*,(?:\\s*${tag})?)*)\\s*$`;

/**
 * Reads an If-Match or If-None-Match value (RFC 9110 §13.1.1, §13.1.2). Empty list members are skipped, as RFC 9110
 * §5.6.1 requires of recipients.
 *
 * @returns null when the value is malformed: a bare word, an open quote, `*` within a list.
 */
export function parseEntityTagCondition(field: string): EntityTagCondition | null {
  const text = field.trim();
  if (text === '*') return '*';
  const member = /\s*(?:(W\/)?"([\x21\x23-\x7e\x80-\xff]*)")?\s*(?:,|$)/y;
  const tags: EntityTag[] = [];
  while (member.lastIndex < text.length) {
    const match = member.exec(text);
    if (match === null) return null;
    if (match[2] !== undefined) tags.push({ value: match[2], weak: match[1] !== undefined });
  }
  return tags.length === 0 ? null : tags;
}

/** Strong comparison (RFC 9110 §8.8.3.2): both strong and equal. */
export function matchesStrongly(condition: EntityTagCondition, current: EntityTag): boolean {
  if (condition === '*') return true;
  return condition.some((tag) => !tag.weak && !current.weak && tag.value === current.value);
}

/** Weak comparison (RFC 9110 §8.8.3.2): equal, weak or not. */
export function matchesWeakly(condition: EntityTagCondition, current: EntityTag): boolean {
  return condition === '*' || condition.some((tag) => tag.value === current.value);
}
