import { z } from 'zod';

/** Key of the zod metadata that marks a file response. */
export const fileResponseKey = 'fileResponse';

/** The bytes of a file, in a contract: a `Blob` for a client. */
export const BytesSchema: z.ZodType<Blob> = z
  .custom<Blob>(() => true)
  .meta({ wire: { type: 'string', format: 'binary', contentMediaType: 'application/octet-stream' } });

export interface FileOfOptions {
  readonly description?: string;
  /** Response header fields beyond those of its policies, for the documentation. */
  readonly headers?: Readonly<
    Record<string, 'shared' | { readonly description: string; readonly schema?: object; readonly required?: boolean }>
  >;
}

const disposition = { 'Content-Disposition': 'shared' } as const;

/**
 * A file response of one of several media types, each with the schema of its content. `image/*` stands for several
 * types.
 *
 * @example
 * responses: { 200: fileOf({ 'text/csv': z.string(), 'application/json': z.array(RowSchema), 'image/*': BytesSchema }) },
 * @throws TypeError without a media type.
 */
export function fileOf(content: Readonly<Record<string, z.ZodType>>, options: FileOfOptions = {}): z.ZodType<Blob> {
  if (Object.keys(content).length === 0) throw new TypeError('fileOf needs a media type.');
  const meta = { ...options, headers: { ...disposition, ...options.headers } };
  return z.custom<Blob>(() => true).meta({ ...meta, content, [fileResponseKey]: true });
}

/** The media types a {@link fileOf} declares; undefined for every other response. */
export function fileTypesOf(response: unknown): readonly string[] | undefined {
  const meta = response instanceof z.ZodType ? response.meta() : undefined;
  return meta?.[fileResponseKey] === true ? Object.keys(meta.content as object) : undefined;
}

/** True when a media type, with or without parameters, is among declared ones; `image/*` stands for several. */
export function declaresMediaType(declared: readonly string[], contentType: string): boolean {
  const mediaType = contentType.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  const group = mediaType.replace(/[^/]*$/, '*');
  return declared.some((type) => type === mediaType || type === group || type === '*/*');
}
