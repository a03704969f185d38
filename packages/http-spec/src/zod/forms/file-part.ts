import { z } from 'zod';
import { UploadedFile } from '../../body/uploaded-file.ts';

/** Key of the zod metadata that marks a file in a multipart body; its value holds {@link FilePartOptions}. */
export const filePartKey = 'filePart';

export interface FilePartOptions {
  /** Media types to send, for the documentation only: `['image/*', 'application/pdf']`. */
  readonly mediaTypes?: readonly string[];
}

/**
 * A file of a multipart body: a `Blob` for the client, an {@link UploadedFile} for the handler. The bytes are streamed
 * to the server's storage, so their size is bounded by the route's `fileLimit` and not by memory.
 *
 * @example
 * body: z.strictObject({ file: filePart().describe('The picture.'), altText: z.string().optional() }),
 * fileLimit: 25 * 1024 * 1024,
 */
export function filePart(options: FilePartOptions = {}): z.ZodType<UploadedFile, Blob> {
  const schema = z.custom<UploadedFile>((value) => value instanceof UploadedFile, 'Must be a file.');
  return schema.meta({ [filePartKey]: options }) as z.ZodType as z.ZodType<UploadedFile, Blob>;
}

/** The options of a {@link filePart}, also of an optional one; undefined for every other schema. */
export function filePartOf(schema: unknown): FilePartOptions | undefined {
  if (!(schema instanceof z.ZodType)) return undefined;
  const inner = schema instanceof z.ZodOptional || schema instanceof z.ZodNullable ? schema.unwrap() : undefined;
  return inner === undefined ? (schema.meta()?.[filePartKey] as FilePartOptions | undefined) : filePartOf(inner);
}

/** The file parts of a body by name, in the order of the schema. */
export function filePartsOf(body: unknown): ReadonlyMap<string, FilePartOptions> {
  const shape = body instanceof z.ZodObject ? Object.entries(body.shape) : [];
  const parts = shape.map(([name, schema]) => [name, filePartOf(schema)] as const);
  return new Map(parts.filter((part): part is [string, FilePartOptions] => part[1] !== undefined));
}
