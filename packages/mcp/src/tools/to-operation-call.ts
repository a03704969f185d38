import { invalidFields, type ToolPolicy } from '@contract-kit/http-spec';
import type { OperationCall } from '@contract-kit/middleware';
import type { ToolArguments } from './tool.ts';
import type { Argument } from './tool-schemas.ts';

/** What a call is made of beside the arguments themselves. */
export interface CallTemplate {
  readonly operationId: string;
  readonly tool: ToolPolicy;
  /** Every argument of the operation, by name; those the tool fixes included. */
  readonly places: ReadonlyMap<string, Argument['place']>;
  /** The arguments the model may give. */
  readonly allowed: ReadonlySet<string>;
  readonly takesBody: boolean;
}

/**
 * Puts arguments where the operation has them. Values are not judged here: the operation does that, as it does with
 * requests.
 *
 * @throws ApiError `validation_failed` naming arguments that there are not.
 */
export function toOperationCall(template: CallTemplate, given: ToolArguments): OperationCall {
  const { tool, places, allowed, operationId } = template;
  const unknown = Object.keys(given).filter((name) => !allowed.has(name));
  if (unknown.length > 0) throw invalidFields(Object.fromEntries(unknown.map((name) => [name, 'Unknown argument.'])));
  const args = Object.entries({ ...tool.defaults, ...withoutUndefined(given), ...tool.fixed });
  const at = (place: Argument['place']) => args.filter(([name]) => places.get(name) === place);
  const extra = Object.fromEntries(at('extra'));
  const whole = at('wholeBody')[0];
  return {
    operationId,
    params: toTexts(at('params')),
    query: toTexts(at('query').filter(([, value]) => value !== null)),
    ...(template.takesBody && { body: whole === undefined ? Object.fromEntries(at('body')) : whole[1] }),
    ...textOf(extra, 'ifMatch'),
    ...textOf(extra, 'idempotencyKey'),
  };
}

function withoutUndefined(args: ToolArguments): ToolArguments {
  return Object.fromEntries(Object.entries(args).filter(([, value]) => value !== undefined));
}

function toTexts(args: readonly (readonly [string, unknown])[]): Record<string, string> {
  return Object.fromEntries(args.map(([name, value]) => [name, toText(name, value)]));
}

function toText(name: string, value: unknown): string {
  if (Array.isArray(value)) return value.map((entry) => toText(name, entry)).join(',');
  if (typeof value === 'object') throw invalidFields({ [name]: 'Must be a text, a number, true, false or a list.' });
  return String(value);
}

function textOf(extra: Readonly<Record<string, unknown>>, name: string): Readonly<Record<string, string>> {
  const value = extra[name];
  if (value === undefined || value === null) return {};
  if (typeof value !== 'string') throw invalidFields({ [name]: 'Must be a text.' });
  return { [name]: value };
}
