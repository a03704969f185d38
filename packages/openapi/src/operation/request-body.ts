import type { RoutePolicy } from '@contract-kit/http-spec';
import type { RequestBody } from '../document.ts';
import { isZodSchema, metaOf } from '../schemas/schema-meta.ts';
import type { SchemaRegistry } from '../schemas/schema-registry.ts';
import { createMediaType } from './media-types.ts';

/** The request body of a route; undefined when it takes none. */
export function createRequestBody(
  schema: unknown,
  policy: RoutePolicy,
  where: string,
  registry: SchemaRegistry,
): RequestBody | undefined {
  if (!isZodSchema(schema)) return undefined;
  const { content: variants = {} } = metaOf(schema);
  const place = { direction: 'input', where: `${where} body` } as const;
  const types = policy.bodyTypes.length > 0 ? policy.bodyTypes : ['application/json'];
  const content = types.map((type) => [type, createMediaType(variants[type] ?? schema, place, registry)] as const);
  return {
    ...(policy.bodyLimit !== null && { description: `At most ${formatBytes(policy.bodyLimit)}.` }),
    required: !schema.safeParse(undefined).success,
    content: Object.fromEntries(content),
  };
}

const byteUnits = [
  ['MiB', 1024 ** 2],
  ['MB', 1000 ** 2],
  ['KiB', 1024],
  ['kB', 1000],
] as const;

/** A size in the largest unit that divides it: `1 MiB`, `25 MB`, `300 bytes`. */
export function formatBytes(bytes: number): string {
  const [unit, size] = byteUnits.find(([, size]) => bytes >= size && bytes % size === 0) ?? ['bytes', 1];
  return `${bytes / size} ${unit}`;
}
