/** The parts of a zod 4 issue that are read; every Standard Schema issue has at least path and message. */
export interface SchemaIssue {
  readonly code?: string;
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
  readonly keys?: readonly string[];
  readonly errors?: readonly (readonly SchemaIssue[])[];
  readonly issues?: readonly SchemaIssue[];
  /** The type a value should have had: `string`, `int`, `array`, … */
  readonly expected?: string;
  /** What a bound limits: `number`, `string`, `array`, `date`, … */
  readonly origin?: string;
  readonly minimum?: number | bigint;
  readonly maximum?: number | bigint;
  readonly inclusive?: boolean;
  readonly exact?: boolean;
  readonly divisor?: number | bigint;
  /** The expected format of a text: `datetime`, `regex`, `url`, … */
  readonly format?: string;
  /** The expected start of a text; `suffix` and `includes` likewise. */
  readonly prefix?: string;
  readonly suffix?: string;
  readonly includes?: string;
  /** A regular expression as text. */
  readonly pattern?: string;
  /** The allowed values. */
  readonly values?: readonly unknown[];
  /** The allowed discriminators of a union. */
  readonly options?: readonly unknown[];
}

/**
 * What is wrong with a value, as plain English that states what was expected: `Must be a whole number.` Messages set by
 * a schema, and those of another language or library, are kept.
 */
export function describeIssue(issue: SchemaIssue): string {
  const { code = '', message } = issue;
  if (!isDefaultMessage(message)) return message;
  const describe = Object.hasOwn(descriptions, code) ? descriptions[code] : undefined;
  return describe?.(issue) ?? message;
}

/** True for an issue that says that a value is missing. */
export function isMissing({ code, message }: SchemaIssue): boolean {
  return code === 'invalid_type' && message.endsWith('received undefined');
}

/** True for zod's own messages, by how they begin; custom messages rarely begin this way. */
function isDefaultMessage(message: string): boolean {
  return /^(Invalid |Too small: |Too big: )/.test(message);
}

const descriptions: Readonly<Record<string, (issue: SchemaIssue) => string>> = {
  invalid_type: describeType,
  invalid_value: ({ values = [] }) => oneOf(values),
  too_small: describeBound,
  too_big: describeBound,
  invalid_format: describeFormat,
  not_multiple_of: ({ divisor }) => `Must be a multiple of ${divisor}.`,
  invalid_union: ({ options = [], inclusive }) => {
    if (options.length > 0) return oneOf(options);
    return inclusive === false ? 'Has more than one of the allowed forms.' : notValid;
  },
  invalid_key: () => 'Is not a valid key.',
  invalid_element: () => 'Has a value that is not valid.',
  custom: () => notValid,
};

const notValid = 'Is not valid.';

function oneOf(values: readonly unknown[]): string {
  return values.length === 1 ? `Must be ${values[0]}.` : `Must be one of ${values.join(', ')}.`;
}

const typeNames: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  integer: 'a whole number',
  bigint: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  tuple: 'a list',
  set: 'a list',
  object: 'an object',
  record: 'an object',
  map: 'an object',
  null: 'null',
  date: 'a date',
  file: 'a file',
};

function describeType(issue: SchemaIssue): string {
  const { expected = '' } = issue;
  if (isMissing(issue) || expected === 'nonoptional') return 'Required.';
  if (['never', 'undefined', 'void'].includes(expected)) return 'Must be left out.';
  return describeExpected(expected);
}

/**
 * The message that a value must have a type, given the type's name in zod or JSON Schema.
 *
 * @example
 * describeExpected('int'); // 'Must be a whole number.'
 */
export function describeExpected(type: string): string {
  return Object.hasOwn(typeNames, type) ? `Must be ${typeNames[type]}.` : notValid;
}

const countedThings: Readonly<Record<string, string>> = {
  string: 'character',
  file: 'byte',
  array: 'item',
  set: 'item',
  map: 'entry',
};

function describeBound({ code, origin = '', minimum, maximum, inclusive = true, exact = false }: SchemaIssue): string {
  const isLower = code === 'too_small';
  const bound = isLower ? minimum : maximum;
  if (bound === undefined) return notValid;
  if (isLower && Number(bound) === 1 && origin === 'string' && !exact) return 'Must not be empty.';
  const relation = exact ? 'exactly' : relations[`${isLower}-${inclusive}`];
  const thing = countedThings[origin];
  if (thing !== undefined) return `Must have ${relation} ${counted(bound, thing)}.`;
  return `Must be ${relation} ${origin === 'date' ? new Date(Number(bound)).toISOString() : bound}.`;
}

const relations: Readonly<Record<string, string>> = {
  'true-true': 'at least',
  'true-false': 'more than',
  'false-true': 'at most',
  'false-false': 'less than',
};

function counted(count: number | bigint, thing: string): string {
  if (Number(count) === 1) return `1 ${thing}`;
  return `${count} ${thing.endsWith('y') ? `${thing.slice(0, -1)}ies` : `${thing}s`}`;
}

const formatMessages: Readonly<Record<string, string>> = {
  datetime: 'Must be an ISO 8601 time in UTC, such as 2026-01-31T09:30:00Z.',
  date: 'Must be a date, such as 2026-01-31.',
  url: 'Must be an absolute URL.',
};

function describeFormat({ format = '', message, prefix, suffix, includes, pattern }: SchemaIssue): string {
  if (Object.hasOwn(formatMessages, format)) return formatMessages[format] as string;
  if (format === 'starts_with') return `Must start with "${prefix}".`;
  if (format === 'ends_with') return `Must end with "${suffix}".`;
  if (format === 'includes') return `Must contain "${includes}".`;
  if (format === 'regex') return `Must match the pattern ${pattern}.`;
  // zod's message names the format: "Invalid IPv4 address".
  const name = message.replace(/^Invalid /, '');
  return name === 'input' ? 'Does not have the expected form.' : `Must be a valid ${name}.`;
}
