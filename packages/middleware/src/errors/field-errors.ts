import { rootField } from '@contract-kit/http-spec';

/** The parts of a zod 4 issue that are read; every Standard Schema issue has at least path and message. */
export interface SchemaIssue {
  readonly code?: string;
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[];
  readonly keys?: readonly string[];
  readonly errors?: readonly (readonly SchemaIssue[])[];
  readonly issues?: readonly SchemaIssue[];
  /** What a bound is for: `number`, `string`, `array`, … */
  readonly origin?: string;
  readonly minimum?: number | bigint;
  readonly maximum?: number | bigint;
  readonly inclusive?: boolean;
  /** What a text should have been: `datetime`, `regex`, `url`, … */
  readonly format?: string;
  /** What was allowed. */
  readonly values?: readonly unknown[];
}

/** Most fields named in one answer. */
const maxFields = 100;

/**
 * The issues of a schema as messages by dotted path, the way the client wrote them: `images.0.url`. An unknown key
 * is named at its own path; of a union's branches the one that came closest speaks.
 *
 * @param noun what an unknown key is called: `field` or `parameter`.
 */
export function toFieldErrors(issues: readonly SchemaIssue[], noun = 'field'): Record<string, string> {
  const fields = new Map<string, string>();
  for (const { path, message } of flatten(issues, [], noun)) {
    // A parameter is one text to the client, also where it is read as a list.
    const name = (noun === 'field' ? path.join('.') : path[0]) || rootField;
    if (!fields.has(name) && fields.size < maxFields) fields.set(name, message);
  }
  return Object.fromEntries(fields);
}

interface FlatIssue {
  readonly path: readonly string[];
  readonly message: string;
}

function flatten(issues: readonly SchemaIssue[], base: readonly string[], noun: string): FlatIssue[] {
  return issues.flatMap((issue) => flattenOne(issue, [...base, ...pathOf(issue)], noun));
}

function flattenOne(issue: SchemaIssue, path: readonly string[], noun: string): FlatIssue[] {
  if (issue.code === 'unrecognized_keys') {
    return (issue.keys ?? []).map((key) => ({ path: [...path, key], message: `Unknown ${noun}.` }));
  }
  if (issue.code === 'invalid_union' && issue.errors !== undefined && issue.errors.length > 0) {
    return flatten(closest(issue.errors), path, noun);
  }
  if (issue.code === 'invalid_key' && issue.issues?.[0] !== undefined) {
    return [{ path, message: messageOf(issue.issues[0]) }];
  }
  if (issue.code === 'invalid_element' && issue.issues !== undefined) return flatten(issue.issues, path, noun);
  return [{ path, message: messageOf(issue) }];
}

function pathOf({ path = [] }: SchemaIssue): string[] {
  return path.map((part) => String(typeof part === 'object' ? part.key : part));
}

function messageOf(issue: SchemaIssue): string {
  const { code, message } = issue;
  if (code === 'invalid_type' && message.endsWith('received undefined')) return 'Required.';
  return (
    boundMessage(issue) ??
    choiceMessage(issue) ??
    formatMessage(issue) ??
    message.replace(/^Invalid input: (.)/, (_, first: string) => first.toUpperCase())
  );
}

const countedThings: Readonly<Record<string, string>> = { string: 'characters', array: 'items', set: 'items' };

/** What may be sent, in words for people; null where the schema gave words of its own. */
function choiceMessage({ code, message, values = [] }: SchemaIssue): string | null {
  if (code !== 'invalid_value' || !message.startsWith('Invalid option: ')) return null;
  return `Must be one of ${values.join(', ')}.`;
}

/** A wrong form in words for people; null where the schema gave words of its own. */
function formatMessage({ code, message, format = '' }: SchemaIssue): string | null {
  if (code !== 'invalid_format' || !message.startsWith('Invalid ')) return null;
  return formatMessages[format] ?? null;
}

const formatMessages: Readonly<Record<string, string>> = {
  datetime: 'Must be an ISO 8601 time in UTC, such as 2026-01-31T09:30:00Z.',
  date: 'Must be a date, such as 2026-01-31.',
  url: 'Must be an absolute URL.',
};

/** A broken bound in words for people; null where the schema gave words of its own. */
function boundMessage({ code, message, origin = '', minimum, maximum, inclusive }: SchemaIssue): string | null {
  const isTooSmall = code === 'too_small';
  const bound = isTooSmall ? minimum : maximum;
  if (!(isTooSmall || code === 'too_big') || bound === undefined || !/^Too (?:small|big)/.test(message)) return null;
  if (isTooSmall && Number(bound) === 1 && origin === 'string') return 'Must not be empty.';
  const things = countedThings[origin];
  const relation = `${inclusive === false ? (isTooSmall ? 'more' : 'less') : `at ${isTooSmall ? 'least' : 'most'}`}`;
  const limit = `${relation}${inclusive === false ? ' than' : ''} ${bound}`;
  if (things === undefined) return `Must be ${limit}.`;
  return `Must have ${limit} ${Number(bound) === 1 ? things.slice(0, -1) : things}.`;
}

/**
 * The branch the input was meant for: one that liked its type, got deepest before it failed, and failed least.
 * Messages of branches that all dislike the type are told together, because none is more right.
 */
function closest(branches: readonly (readonly SchemaIssue[])[]): readonly SchemaIssue[] {
  const inside = branches.filter((issues) => !issues.some(rejectsType));
  if (inside.length === 0) {
    const messages = branches.flatMap((issues) => issues.filter(rejectsType).map(messageOf));
    return [{ message: [...new Set(messages)].join(' or ') }];
  }
  return inside.reduce((best, issues) => (distance(issues) < distance(best) ? issues : best));
}

function rejectsType(issue: SchemaIssue): boolean {
  return pathOf(issue).length === 0 && (issue.code === 'invalid_type' || issue.code === 'invalid_value');
}

/** Unknown and missing keys say more against a branch than a wrong value deep inside. */
function distance(issues: readonly SchemaIssue[]): number {
  let sum = 0;
  for (const issue of issues) {
    if (issue.code === 'unrecognized_keys') sum += 10 * (issue.keys?.length ?? 1);
    else if (issue.code === 'invalid_value' && pathOf(issue).length === 1) sum += 5;
    else sum += issue.message.endsWith('received undefined') ? 3 : 1;
  }
  return sum;
}
