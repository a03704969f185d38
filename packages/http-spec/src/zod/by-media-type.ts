import { z } from 'zod';
import { mediaTypeOf } from '../body/body-media-type.ts';

/** A schema for each media type a body may have. */
export type MediaTypeSchemas = Readonly<Record<string, z.ZodType>>;

/** A body whose schema depends on its media type. */
export type BodyByMediaType<Schemas extends MediaTypeSchemas> = z.ZodType<
  z.output<Schemas[keyof Schemas]>,
  z.input<Schemas[keyof Schemas]>
>;

/** Key of the zod metadata that holds the schemas by media type; OpenAPI documents read it too. */
export const mediaTypeSchemasKey = 'content';

/**
 * A body with a different schema for each media type: an upload or its address. The first one validates values whose
 * media type is not known.
 *
 * @example
 * body: byMediaType({ 'multipart/form-data': UploadSchema, 'application/json': LinkSchema }),
 * @throws TypeError without a schema.
 */
export function byMediaType<const Schemas extends MediaTypeSchemas>(schemas: Schemas): BodyByMediaType<Schemas> {
  const [first] = Object.values(schemas);
  if (first === undefined) throw new TypeError('byMediaType needs a schema.');
  const schema = z.unknown().transform((body, context) => {
    const result = (schemas[mediaTypeOf(body) ?? ''] ?? first).safeParse(body);
    if (result.success) return result.data;
    context.issues.push(...result.error.issues.map((issue) => ({ ...issue, input: body }) as z.core.$ZodRawIssue));
    return z.NEVER;
  });
  return schema.meta({ [mediaTypeSchemasKey]: schemas }) as z.ZodType as BodyByMediaType<Schemas>;
}

/** The schemas of {@link byMediaType}; undefined for every other schema. */
export function mediaTypeSchemasOf(schema: unknown): MediaTypeSchemas | undefined {
  if (!(schema instanceof z.ZodType)) return undefined;
  return schema.meta()?.[mediaTypeSchemasKey] as MediaTypeSchemas | undefined;
}
