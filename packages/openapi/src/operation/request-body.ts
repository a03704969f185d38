import type { RoutePolicy } from '@contract-kit/http-spec';
import { filePartsOf } from '@contract-kit/http-spec/zod';
import { z } from 'zod';
import type { MediaType, RequestBody } from '../document.ts';
import { formatBytes } from '../format-bytes.ts';
import { isZodSchema, metaOf } from '../schemas/schema-meta.ts';
import type { SchemaRegistry } from '../schemas/schema-registry.ts';
import { createMediaType } from './media-types.ts';

/** Lines of JSON have no JSON Schema: what a line holds is for the operation's description or its `content`. */
const JsonLinesSchema = z.string().describe('One JSON value a line.');

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
    return [type, { ...createMediaType(variant, place, registry), ...encodingOf(variant) }] as const;
  });
  return {
    ...(policy.bodyLimit !== null && { description: describeLimits(policy.bodyLimit, policy.fileLimit) }),
    required: !schema.safeParse(undefined).success,
    content: Object.fromEntries(content),
  };
}

/** Sizes in words: `At most 64 KiB, and 25 MiB for each file.` */
export function describeLimits(bodyLimit: number, fileLimit: number | undefined): string {
  const files = fileLimit === undefined ? '' : `, and ${formatBytes(fileLimit)} for each file`;
  return `At most ${formatBytes(bodyLimit)}${files}.`;
}

/** What to send as the files of a multipart body, where the contract says so. */
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
