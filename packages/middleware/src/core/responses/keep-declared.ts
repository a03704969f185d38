import { policyOf } from '@contract-kit/http-spec';
import { fileTypesOf } from '@contract-kit/http-spec/zod';
import { toFieldErrors } from '../../errors/field-errors.ts';
import type { SchemaIssue } from '../../errors/issue-message.ts';
import { type HandlerResult, JsonText } from '../../handler-result.ts';
import { type Schema, validate } from '../../validation/validate.ts';
import { type AppRoute, isAppRouteNoBody, isStandardSchema } from '../ts-rest.ts';

/** What happens to fields of a response that the contract does not declare. */
export type UndeclaredFields = 'strip' | 'refuse';

/**
 * Reduces a result to what its contract declares, so that a `passwordHash` of a record is never sent. Rendered text,
 * bytes, streams and files are trusted.
 *
 * @throws Error naming operation, status and fields: for a status or a body that does not fit the contract, and where
 * undeclared fields are refused.
 */
export function keepDeclared(route: AppRoute, result: HandlerResult, undeclared: UndeclaredFields): HandlerResult {
  const { status, body } = result;
  const schema = route.responses[status];
  const fail = (problem: string): never => {
    throw new Error(`${policyOf(route).operationId} responded with ${status}${problem}`);
  };
  if (schema === undefined) return fail(', which its contract does not declare.');
  if (isAppRouteNoBody(schema)) return body === undefined ? result : { ...result, body: undefined };
  if (body instanceof JsonText || body instanceof Uint8Array) return result;
  if (!isStandardSchema(schema) || fileTypesOf(schema) !== undefined) return result;
  const dropped: string[] = [];
  const kept = keep(schema as Schema, body, dropped);
  if ('issues' in kept) {
    return fail(` and a body its contract forbids: ${JSON.stringify(toFieldErrors(kept.issues))}`);
  }
  if (undeclared === 'refuse' && dropped.length > 0) fail(` and undeclared fields: ${dropped.join(', ')}.`);
  return kept.value === body ? result : { ...result, body: kept.value };
}

type KeepResult = { readonly value: unknown } | { readonly issues: readonly SchemaIssue[] };

/** @param dropped receives the paths of removed fields. */
function keep(schema: Schema, body: unknown, dropped: string[]): KeepResult {
  const first = validate(schema, body);
  if (first.issues === undefined) return { value: common(body, first.value, dropped, []) };
  const strangers = undeclaredPaths(first.issues);
  if (strangers !== null) {
    dropped.push(...strangers.map((path) => path.join('.')));
    return keep(schema, without(body, strangers), dropped);
  }
  // Dates and undefined members are validated in their JSON form.
  const wire: unknown = body === undefined ? undefined : JSON.parse(JSON.stringify(body));
  const second = validate(schema, wire);
  if (second.issues === undefined) return { value: common(wire, second.value, dropped, []) };
  const others = undeclaredPaths(second.issues);
  return others === null ? second : keep(schema, without(wire, others), dropped);
}

type Path = readonly PropertyKey[];

/** The paths of undeclared fields, when nothing else is wrong; else null. */
function undeclaredPaths(issues: readonly SchemaIssue[], base: Path = []): Path[] | null {
  const paths: Path[] = [];
  for (const issue of issues) {
    const at = [...base, ...(issue.path ?? []).map((part) => (typeof part === 'object' ? part.key : part))];
    if (issue.code === 'unrecognized_keys') {
      paths.push(...(issue.keys ?? []).map((key) => [...at, key]));
    } else {
      const branches = (issue.errors ?? []).map((errors) => undeclaredPaths(errors, at));
      const branch = branches.find((found) => found !== null);
      if (branch === undefined || branch === null) return null;
      paths.push(...branch);
    }
  }
  return paths;
}

function without(value: unknown, paths: readonly Path[], depth = 0): unknown {
  if (Array.isArray(value)) return value.map((item, index) => without(item, below(paths, depth, index), depth + 1));
  if (typeof value !== 'object' || value === null || paths.length === 0) return value;
  const members = Object.entries(value).flatMap(([name, member]) => {
    const inside = below(paths, depth, name);
    if (inside.some((path) => path.length === depth + 1)) return [];
    return [[name, without(member, inside, depth + 1)] as const];
  });
  return Object.fromEntries(members);
}

function below(paths: readonly Path[], depth: number, name: PropertyKey): Path[] {
  return paths.filter((path) => String(path[depth]) === String(name));
}

/** The part of a value that its schema admits. Values stay unchanged: the transforms of a schema are for clients. */
function common(value: unknown, declared: unknown, dropped: string[], path: readonly string[]): unknown {
  if (value === declared) return value;
  if (Array.isArray(value)) {
    if (!Array.isArray(declared)) return value;
    return value.map((item, index) => common(item, declared[index], dropped, [...path, String(index)]));
  }
  if (!isPlainObject(value) || !isPlainObject(declared)) return value;
  const kept: Record<string, unknown> = {};
  for (const name of Object.keys(value)) {
    const member = value[name];
    if (Object.hasOwn(declared, name)) kept[name] = common(member, declared[name], dropped, [...path, name]);
    else if (member !== undefined) dropped.push([...path, name].join('.'));
  }
  return kept;
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
