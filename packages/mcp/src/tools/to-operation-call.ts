import { invalidFields, type ToolPolicy } from '@contract-kit/http-spec';
import { describeExpected, type OperationCall } from '@contract-kit/middleware';
import { isRecord, type JsonSchema } from '@contract-kit/openapi/schemas';
import { toFile } from './to-file.ts';
import type { ToolArguments } from './tool.ts';
import type { Argument } from './tool-schemas.ts';

/** What a call needs in addition to the arguments. */
export interface CallTemplate {
  readonly operationId: string;
  readonly tool: ToolPolicy;
  /** Every argument of the operation by name, including those the tool fixes. */
  readonly known: ReadonlyMap<string, Argument>;
  /** The arguments the model may pass. */
  readonly allowed: ReadonlySet<string>;
  readonly takesBody: boolean;
}

/**
 * Puts arguments where the operation expects them. The operation validates their values as it does for requests; here
 * only the types of parameters are checked, because text does not preserve them.
 *
 * @throws ApiError `validation_failed` naming unknown arguments.
 */
export function toOperationCall(template: CallTemplate, given: ToolArguments): OperationCall {
  const { tool, known, allowed, operationId } = template;
  const unknown = Object.keys(given).filter((name) => !allowed.has(name));
  if (unknown.length > 0) throw invalidFields(Object.fromEntries(unknown.map((name) => [name, 'Unknown argument.'])));
  const present = withoutAbsent(given, known);
  const withGiven = Object.entries(tool.defaultsWith ?? {}).filter(([name]) => (present[name] ?? '') !== '');
  const defaults = Object.assign({}, tool.defaults, ...withGiven.map(([, values]) => values));
  const args = Object.entries({ ...defaults, ...present, ...tool.fixed });
  const at = (place: Argument['place']) => args.filter(([name]) => known.get(name)?.place === place);
  const extra = Object.fromEntries(at('extra'));
  return {
    operationId,
    params: toTexts(at('params'), known),
    query: toTexts(at('query').flatMap(withPrefix(known)), known),
    ...bodyOf(template, at),
    ...textOf(extra, 'ifMatch'),
    ...textOf(extra, 'idempotencyKey'),
  };
}

type Entries = readonly (readonly [string, unknown])[];

function bodyOf({ known, takesBody }: CallTemplate, at: (place: Argument['place']) => Entries) {
  if (!takesBody) return {};
  const takesFiles = [...known.values()].some(({ place }) => place === 'file');
  if (takesFiles) return { form: toForm(at('form'), at('file'), known) };
  const [whole] = at('wholeBody');
  return { body: whole === undefined ? Object.fromEntries(at('body')) : whole[1] };
}

function toForm(fields: Entries, files: Entries, known: CallTemplate['known']): FormData {
  const form = new FormData();
  for (const [name, value] of fields) {
    const type = known.get(name)?.schema.type;
    const isStructured = type === undefined || type === 'object' || type === 'array';
    form.append(name, isStructured && typeof value !== 'string' ? JSON.stringify(value) : toText(name, value, type));
  }
  for (const [name, value] of files) form.append(name, toFile(name, value));
  return form;
}

/**
 * The arguments that carry a value. Models fill in optional arguments: null counts as absent, except for a field that
 * null clears, and so does an empty list of a query.
 */
function withoutAbsent(args: ToolArguments, known: CallTemplate['known']): ToolArguments {
  const isAbsent = (name: string, value: unknown) => {
    if (value === undefined) return true;
    const { place, schema } = known.get(name) as Argument;
    if (value === null) return !takesNull(schema);
    return place === 'query' && Array.isArray(value) && value.length === 0;
  };
  return Object.fromEntries(Object.entries(args).filter(([name, value]) => !isAbsent(name, value)));
}

function takesNull({ type, anyOf, oneOf, $ref, ...rest }: JsonSchema): boolean {
  const alternatives = anyOf ?? oneOf;
  if (Array.isArray(alternatives)) return alternatives.some(takesNull);
  if (type === undefined) return $ref === undefined && !('enum' in rest || 'const' in rest);
  return Array.isArray(type) ? type.includes('null') : type === 'null';
}

/** The members of an object that stands for parameters with a prefix, each under its full name. */
function withPrefix(known: CallTemplate['known']) {
  return ([name, value]: Entries[number]): Entries => {
    const { prefix } = known.get(name) as Argument;
    if (prefix === undefined) return [[name, value]];
    if (!isRecord(value)) throw invalidFields({ [name]: describeExpected('object') });
    const given = Object.entries(value).filter(([, member]) => member !== null && member !== undefined);
    return given.map(([key, member]) => [prefix + key, member]);
  };
}

type Texts = Record<string, string>;

function toTexts(args: Entries, known: CallTemplate['known']): Texts {
  return Object.fromEntries(args.map(([name, value]) => [name, toText(name, value, known.get(name)?.schema.type)]));
}

function toText(name: string, value: unknown, type: unknown): string {
  if (Array.isArray(value) && (type === 'array' || type === undefined))
    return value.map((entry) => toListed(name, entry)).join(',');
  const given = Number.isInteger(value) && type === 'integer' ? 'integer' : typeof value;
  const fits = typeof type === 'string' ? given === type : ['string', 'number', 'boolean'].includes(given);
  if (!fits) throw invalidFields({ [name]: describeExpected(typeof type === 'string' ? type : 'string') });
  return String(value);
}

/** Lists are sent as one text, so no item may contain the separator. */
function toListed(name: string, value: unknown): string {
  if (typeof value !== 'string') throw invalidFields({ [name]: 'Must be a list of texts.' });
  if (value.trim() === '' || value.includes(',')) {
    throw invalidFields({ [name]: 'The items of this list must not be blank or contain commas.' });
  }
  return value;
}

function textOf(extra: Readonly<Record<string, unknown>>, name: string): Readonly<Record<string, string>> {
  const value = extra[name];
  if (value === undefined) return {};
  if (typeof value !== 'string') throw invalidFields({ [name]: describeExpected('string') });
  return { [name]: value };
}
