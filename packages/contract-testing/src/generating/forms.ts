import { UploadedFile } from '@contract-kit/http-spec';
import { filePartsOf } from '@contract-kit/http-spec/zod';
import { isRecord, type JsonSchema } from '@contract-kit/openapi/schemas';
import fc from 'fast-check';
import type { z } from 'zod';
import { textOf } from '../calling/to-request.ts';
import { arbitraryOf } from './arbitrary-of.ts';
import { type DocumentedSchema, documentedSchemaOf } from './documented-schema.ts';
import { sampleFiles } from './sample-files.ts';

/** How a form is generated. */
export interface FormSchema {
  readonly schema: z.ZodObject;
  readonly documented: DocumentedSchema;
  /** Media types by the names of its files. */
  readonly files: ReadonlyMap<string, readonly string[]>;
  /** The names of required files. */
  readonly requiredFiles: readonly string[];
}

/** @param where the operation, for messages. */
export function formSchemaOf(schema: z.ZodObject, where: string): FormSchema {
  const files = new Map([...filePartsOf(schema)].map(([name, { mediaTypes = ['*/*'] }]) => [name, mediaTypes]));
  return {
    schema,
    documented: documentedSchemaOf(schema, { text: 'form', where }),
    files,
    requiredFiles: [...files.keys()].filter((name) => !isOptional(schema, name)),
  };
}

/**
 * Forms with a file and every required text, to be tried one after the other.
 *
 * @param tag makes the files unique.
 */
export function sampleForms({ schema, documented, files, requiredFiles }: FormSchema, tag: string): FormData[] {
  const { properties = {} } = documented.root as { properties?: Record<string, JsonSchema> };
  const texts = Object.entries(properties).filter(([name]) => !files.has(name) && !isOptional(schema, name));
  const names = requiredFiles.length > 0 ? requiredFiles : [...files.keys()].slice(0, 1);
  const kinds = names.map((name) => sampleFiles(files.get(name) ?? [], tag));
  return Array.from({ length: Math.max(1, ...kinds.map(({ length }) => length)) }, (_, index) => {
    const form = new FormData();
    for (const [name, part] of texts) form.set(name, sampleText(schema, name, { ...documented, root: part }));
    for (const [at, name] of names.entries()) form.set(name, (kinds[at]?.[index] ?? kinds[at]?.[0]) as File);
    return form;
  });
}

/** A copy of a form with a change. */
export function changed(form: FormData, change: (copy: FormData) => void): FormData {
  const copy = new FormData();
  for (const [name, value] of form) copy.append(name, value);
  change(copy);
  return copy;
}

/** True when a schema admits a form, whatever its files hold. */
export function admits({ schema }: FormSchema, form: FormData): boolean {
  const values = [...form].map(([name, value]) => [name, typeof value === 'string' ? value : toUploaded(value)]);
  return schema.safeParse(Object.fromEntries(values)).success;
}

/** A value as the text of a part. */
export function partTextOf(value: unknown): string {
  return isRecord(value) ? JSON.stringify(value) : textOf(value);
}

function toUploaded({ name, type, size }: File): UploadedFile {
  return new UploadedFile({ key: name, fileName: name, mediaType: type, size, sha256: '' });
}

function isOptional({ shape }: z.ZodObject, name: string): boolean {
  return (shape[name] as z.ZodType | undefined)?.safeParse(undefined).success === true;
}

function sampleText({ shape }: z.ZodObject, name: string, documented: DocumentedSchema): string {
  const root = documented.resolve(documented.root);
  const texts = fc.sample(arbitraryOf({ ...documented, root }), { numRuns: 50, seed: 1 }).map(partTextOf);
  return texts.find((text) => (shape[name] as z.ZodType).safeParse(text).success) ?? '';
}
