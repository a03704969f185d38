import type { CallOptions } from '@contract-kit/client';
import { contract } from '@product-content/contract';
import type { ZodType } from 'zod';
import type { Api } from './client.ts';

type Group = keyof Api & string;

/** `products.list`: the operation ids of the contract. */
export type OperationId = { [G in Group]: `${G}.${keyof Api[G] & string}` }[Group];

type OperationOf<Id> = Id extends `${infer G extends Group}.${infer Name}`
  ? Name extends keyof Api[G]
    ? Api[G][Name]
    : never
  : never;

interface SafeCall {
  // biome-ignore lint/suspicious/noExplicitAny: matches the signature of every operation
  readonly safe: (...request: any) => Promise<unknown>;
}

/** The input of an operation, without the options of a single call. */
export type InputOf<Id extends OperationId> =
  OperationOf<Id> extends SafeCall
    ? Omit<NonNullable<Parameters<OperationOf<Id>['safe']>[0]>, keyof CallOptions>
    : never;

/** The success of an operation: `body`, `etag`, `requestId` and so on. */
export type ResponseOf<Id extends OperationId> =
  OperationOf<Id> extends SafeCall
    ? Extract<Awaited<ReturnType<OperationOf<Id>['safe']>>, { ok: true }> extends { response: infer Success }
      ? Success
      : never
    : never;

/** An operation and its input, as plain data. */
export interface Call {
  readonly operation: OperationId;
  readonly input: CallInput;
}

/** The parts that the input of any operation can have. */
export interface CallInput {
  readonly params?: Readonly<Record<string, string | number>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  readonly ifMatch?: string;
}

/** The properties of a contract route that the console reads. */
export interface ContractRoute {
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  readonly query?: { readonly shape: Readonly<Record<string, ZodType>> };
  /** A symbol if the operation accepts no body. */
  readonly body?: ZodType | symbol;
  readonly metadata: {
    readonly scopes: readonly string[];
    readonly anyScopes?: readonly string[];
    readonly entityTag: 'none' | 'read' | 'write';
    /** Media types; empty without a body. */
    readonly bodyTypes: readonly string[];
  };
}

const routes = contract as unknown as Readonly<Record<string, Readonly<Record<string, ContractRoute>>>>;

/** In contract order. */
export const operationIds: readonly OperationId[] = Object.entries(routes).flatMap(([group, operations]) =>
  Object.keys(operations).map((name) => `${group}.${name}` as OperationId),
);

/** @throws Error for an id that the contract does not contain. */
export function routeOf(id: OperationId): ContractRoute {
  const [group = '', name = ''] = id.split('.');
  const route = routes[group]?.[name];
  if (route === undefined) throw new Error(`The contract has no operation "${id}".`);
  return route;
}

/** Calls an operation by its id. */
export async function call<Id extends OperationId>(
  api: Api,
  id: Id,
  input: InputOf<Id>,
  options: CallOptions = {},
): Promise<ResponseOf<Id>> {
  const [group = '', name = ''] = id.split('.');
  type Operation = (request: object) => Promise<ResponseOf<Id>>;
  const operations = api as unknown as Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  const operation = operations[group]?.[name];
  if (operation === undefined) throw new Error(`The client has no operation "${id}".`);
  return operation({ ...input, ...options });
}
