import { globalRegistry, type ZodType } from 'zod';
import { type CallInput, type OperationId, routeOf } from '../../api/operations.ts';

/** A request being filled in: everything is text. */
export interface Draft {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  /** JSON; empty: none. */
  readonly body: string;
  readonly ifMatch: string;
}

/** The inputs of an operation. */
export interface Inputs {
  readonly params: readonly string[];
  readonly query: readonly { readonly name: string; readonly description: string }[];
  readonly takesBody: boolean;
  readonly takesTag: boolean;
}

const json = 'application/json';

/** Whether an operation can be tried with text alone. Operations with files are not. */
export function isTryable(operation: OperationId): boolean {
  const { bodyTypes } = routeOf(operation).metadata;
  return bodyTypes.length === 0 || bodyTypes.includes(json);
}

export function inputsOf(operation: OperationId): Inputs {
  const { path, query, body, metadata } = routeOf(operation);
  return {
    params: [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name),
    query: Object.entries(query?.shape ?? {}).map(([name, schema]) => ({
      name,
      description: schema.description ?? '',
    })),
    takesBody: isSchema(body) && metadata.bodyTypes.includes(json),
    takesTag: metadata.entityTag === 'write',
  };
}

/** The initial request: its body is the example of the contract. */
export function draftOf(operation: OperationId, given: { params?: string; query?: string; body?: string }): Draft {
  return {
    params: recordOf(given.params),
    query: recordOf(given.query),
    body: given.body ?? exampleOf(operation),
    ifMatch: '',
  };
}

/**
 * Converts a draft to a call. Query values get their types from the contract; invalid ones are sent unchanged, so that
 * the response reports them.
 *
 * @throws SyntaxError for a body that is not JSON.
 */
export function toInput(operation: OperationId, { params, query, body, ifMatch }: Draft): CallInput {
  const inputs = inputsOf(operation);
  const shape = routeOf(operation).query?.shape ?? {};
  const filled = Object.entries(query).filter(([, value]) => value !== '');
  return {
    ...(inputs.params.length > 0 && {
      params: Object.fromEntries(inputs.params.map((name) => [name, params[name] ?? ''])),
    }),
    ...(filled.length > 0 && {
      query: Object.fromEntries(filled.map(([name, value]) => [name, typed(shape[name], value)])),
    }),
    ...(inputs.takesBody && body.trim() !== '' && { body: JSON.parse(body) as unknown }),
    ...(inputs.takesTag && ifMatch !== '' && { ifMatch }),
  };
}

function typed(schema: ZodType | undefined, text: string): unknown {
  const parsed = schema?.safeParse(text);
  return parsed?.success && !(parsed.data instanceof Date) ? parsed.data : text;
}

function exampleOf(operation: OperationId): string {
  const { body } = routeOf(operation);
  if (!isSchema(body) || !inputsOf(operation).takesBody) return '';
  const examples = globalRegistry.get(body)?.examples as readonly unknown[] | undefined;
  return JSON.stringify(examples?.[0] ?? {}, null, 2);
}

function isSchema(body: ZodType | symbol | undefined): body is ZodType {
  return typeof body === 'object';
}

function recordOf(text: string | undefined): Readonly<Record<string, string>> {
  try {
    const value: unknown = JSON.parse(text ?? '{}');
    if (typeof value !== 'object' || value === null) return {};
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, String(part)]));
  } catch {
    return {};
  }
}
