import { z } from 'zod';
import { markedPathsOf, type ValuePath } from './marked-paths.ts';

/** The paths of fields marked `.meta({ deprecated: true })`; none for a value that is not a schema. */
export function deprecatedPathsOf(schema: unknown): ValuePath[] {
  return schema instanceof z.ZodType ? markedPathsOf(schema, (part) => part.meta()?.deprecated === true) : [];
}

/** Whether a value has something at a path. */
export function hasValueAt(value: unknown, [name, ...rest]: ValuePath): boolean {
  if (name === undefined) return value !== undefined;
  if (typeof value !== 'object' || value === null) return false;
  if (name === '*') return Object.values(value).some((member) => hasValueAt(member, rest));
  return Object.hasOwn(value, name) && hasValueAt((value as Readonly<Record<string, unknown>>)[name], rest);
}
