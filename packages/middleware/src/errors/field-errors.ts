import { rootField } from '@contract-kit/http-spec';
import { describeIssue, isMissing, type SchemaIssue } from './issue-message.ts';

/** Returns the message for an issue; undefined keeps the library's message. */
export type DescribeIssue = (issue: SchemaIssue) => string | undefined;

export interface FieldErrorOptions {
  /** What messages call an unknown key: `field` (default), `parameter` or `header`. */
  readonly noun?: string;
  /** Custom messages for some issues, for example in another language. */
  readonly describe?: DescribeIssue | undefined;
}

/**
 * The issues of a schema as messages by dotted path, as the client wrote them: `images.0.url`. An unknown key is named
 * at its own path; for a union, the message is that of the closest branch.
 *
 * @example
 * toFieldErrors(schema.safeParse(body).error.issues); // { 'images.0.url': 'Must be an absolute URL.' }
 */
export function toFieldErrors(
  issues: readonly SchemaIssue[],
  { noun = 'field', describe }: FieldErrorOptions = {},
): Record<string, string> {
  const fields = new Map<string, string>();
  const inWords = (issue: SchemaIssue) => (noun === 'parameter' && isRepeated(issue) ? onlyOnce : describeIssue(issue));
  const messageOf = (issue: SchemaIssue) => describe?.(issue) ?? inWords(issue);
  for (const { path, message } of flatten(issues, [], { noun, messageOf })) {
    // A parameter is one text to the client, even if it is read as a list.
    const name = (noun === 'field' ? path.join('.') : path[0]) || rootField;
    if (!fields.has(name)) fields.set(name, message);
  }
  return Object.fromEntries(fields);
}

const onlyOnce = 'Must be given once.';

/** A parameter that is sent more than once arrives as a list. */
function isRepeated({ code, expected, message }: SchemaIssue): boolean {
  return code === 'invalid_type' && expected === 'string' && message.endsWith('received array');
}

interface FlatIssue {
  readonly path: readonly string[];
  readonly message: string;
}

interface Wording {
  readonly noun: string;
  readonly messageOf: (issue: SchemaIssue) => string;
}

function flatten(issues: readonly SchemaIssue[], base: readonly string[], wording: Wording): FlatIssue[] {
  return issues.flatMap((issue) => flattenOne(issue, [...base, ...pathOf(issue)], wording));
}

function flattenOne(issue: SchemaIssue, path: readonly string[], wording: Wording): FlatIssue[] {
  const { noun, messageOf } = wording;
  if (issue.code === 'unrecognized_keys') {
    return (issue.keys ?? []).map((key) => ({ path: [...path, key], message: `Unknown ${noun}.` }));
  }
  if (issue.code === 'invalid_union' && issue.errors !== undefined && issue.errors.length > 0) {
    return flatten(closest(issue.errors, messageOf), path, wording);
  }
  if (issue.code === 'invalid_key' && issue.issues?.[0] !== undefined) {
    return [{ path, message: messageOf(issue.issues[0]) }];
  }
  if (issue.code === 'invalid_element' && issue.issues !== undefined) return flatten(issue.issues, path, wording);
  return [{ path, message: messageOf(issue) }];
}

function pathOf({ path = [] }: SchemaIssue): string[] {
  return path.map((part) => String(typeof part === 'object' ? part.key : part));
}

/**
 * The branch that the input was probably meant for: one that accepts its type, fails at the deepest path, and has the
 * fewest failures. If no branch accepts the type, their messages are joined.
 */
function closest(
  branches: readonly (readonly SchemaIssue[])[],
  messageOf: Wording['messageOf'],
): readonly SchemaIssue[] {
  const inside = branches.filter((issues) => !issues.some(rejectsType));
  if (inside.length === 0) {
    const messages = branches.flatMap((issues) => issues.filter(rejectsType).map(messageOf));
    return [{ message: joinAlternatives([...new Set(messages)]) }];
  }
  return inside.reduce((best, issues) => (distance(issues) < distance(best) ? issues : best));
}

/** `Must be a number.` and `Must be text.` as one sentence. */
function joinAlternatives(messages: readonly string[]): string {
  const [first = '', ...others] = messages;
  const start = 'Must be ';
  if (!messages.every((message) => message.startsWith(start) && message.endsWith('.'))) return messages.join(' or ');
  const rest = others.map((message) => ` or ${message.slice(start.length, -1)}`);
  return `${first.slice(0, -1)}${rest.join('')}.`;
}

function rejectsType(issue: SchemaIssue): boolean {
  return pathOf(issue).length === 0 && (issue.code === 'invalid_type' || issue.code === 'invalid_value');
}

/** Unknown and missing keys weigh more against a branch than an invalid value deep inside. */
function distance(issues: readonly SchemaIssue[]): number {
  let sum = 0;
  for (const issue of issues) {
    if (issue.code === 'unrecognized_keys') sum += 10 * (issue.keys?.length ?? 1);
    else if (issue.code === 'invalid_value' && pathOf(issue).length === 1) sum += 5;
    else sum += isMissing(issue) ? 3 : 1;
  }
  return sum;
}
