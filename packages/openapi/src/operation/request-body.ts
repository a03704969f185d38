import { type JsonBounds, jsonBoundsOf, type RoutePolicy } from '@contract-kit/http-spec';
import { filePartsOf } from '@contract-kit/http-spec/zod';
import { z } from 'zod';
import type { MediaType, RequestBody } from '../document.ts';
import { formatBytes, formatNumber } from '../format-bytes.ts';
import { isZodSchema, metaOf } from '../schemas/schema-meta.ts';
import type { SchemaRegistry } from '../schemas/schema-registry.ts';
import { createMediaType } from './media-types.ts';

/** JSON lines have no JSON Schema: the operation's description or its `content` describes a line. */
const JsonLinesSchema = z.string().describe('One JSON value per line.');

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
  const content = types.map((type) => {
    const variant = variants[type] ?? (isJsonLines(type) ? JsonLinesSchema : schema);
    const form = type === 'multipart/form-data' ? { text: 'form' as const } : {};
    return [type, { ...createMediaType(variant, { ...place, ...form }, registry), ...encodingOf(variant) }] as const;
  });
  return {
    ...(policy.bodyLimit !== null && { description: describeLimits(policy.bodyLimit, policy) }),
    required: !schema.safeParse(undefined).success,
    content: Object.fromEntries(content),
  };
}

/**
 * The limits of a body in words: `At most 1 MiB, and 25 MiB for each file. As JSON, at most 32,768 values, …`. The
 * pipeline enforces the bounds of JSON before parsing.
 */
function describeLimits(bodyLimit: number, { fileLimit, bodyTypes, bodyBounds, batch }: RoutePolicy): string {
  const files = fileLimit === undefined ? '' : `, and ${formatBytes(fileLimit)} for each file`;
  const size = `At most ${formatBytes(bodyLimit)}${files}.`;
  if (bodyTypes.length > 0 && !bodyTypes.some(isJson)) return size;
  const { depth, keyBytes, numberBytes, ...counts } = jsonBoundsOf(bodyLimit, bodyBounds);
  const lengths = `keys of ${formatNumber(keyBytes)} bytes, numbers of ${formatNumber(numberBytes)} digits`;
  const json = `As JSON, at most ${describeCounts(counts)}, ${depth} levels, ${lengths}, and no key twice in an object.`;
  if (batch === undefined) return `${size} ${json}`;
  const item = `${formatBytes(batch.itemLimit)}, ${describeCounts(jsonBoundsOf(batch.itemLimit, batch.itemBounds))}`;
  return `${size} ${json} Each of its ${batch.field} has at most ${item}.`;
}

function describeCounts({ values, members }: Pick<JsonBounds, 'values' | 'members'>): string {
  return `${formatNumber(values)} values, ${formatNumber(members)} members of an object`;
}

function isJson(mediaType: string): boolean {
  return /^application\/(?:[\w.-]+\+)?json$/.test(mediaType) || isJsonLines(mediaType);
}

/** The media types of the files of a multipart body, if the contract states them. */
function encodingOf(schema: z.ZodType): Pick<MediaType, 'encoding'> {
  const parts = [...filePartsOf(schema)].filter(([, { mediaTypes }]) => mediaTypes !== undefined);
  if (parts.length === 0) return {};
  return {
    encoding: Object.fromEntries(
      parts.map(([name, part]) => [name, { contentType: (part.mediaTypes ?? []).join(', ') }]),
    ),
  };
}

function isJsonLines(mediaType: string): boolean {
  return /^application\/(x-)?(ndjson|jsonl|json-lines)$/.test(mediaType);
}
