import { z } from 'zod';

/** Key of the zod metadata that marks a list in a form: its field may be sent more than once. */
export const formListKey = 'formList';

export interface FormFieldOptions {
  /** Reads the text of the field. Default: by the type of the schema. */
  readonly read?: (text: string) => unknown;
}

/**
 * A field of a multipart form. It travels as text and is a value of `schema` for clients and handlers: a number, a
 * boolean, an object written as JSON, or a list. A list is written as JSON, separated with commas, or as one field for
 * each of its values.
 *
 * @example
 * body: z.strictObject({ file: filePart(), copies: formField(z.int().min(1)).optional(), tags: formField(TagsSchema) }),
 */
export function formField<Schema extends z.ZodType>(
  schema: Schema,
  options: FormFieldOptions = {},
): z.ZodType<z.output<Schema>, z.input<Schema>> {
  const type = typeOf(schema);
  if (type === 'array') return listField(schema) as z.ZodType as z.ZodType<z.output<Schema>, z.input<Schema>>;
  const read = options.read ?? readers[type ?? ''] ?? readScalar;
  const field = z
    .string()
    .transform(read)
    .pipe(schema as z.ZodType);
  return field as z.ZodType as z.ZodType<z.output<Schema>, z.input<Schema>>;
}

/** How a text is parsed, by the type of its value. */
const readers: Readonly<Record<string, (text: string, context: z.core.$RefinementCtx) => unknown>> = {
  string: (text) => text,
  object: readJson,
};

/** The type of values a schema accepts; undefined when it accepts several types. */
function typeOf(schema: z.ZodType): string | undefined {
  // Without the registry, named schemas are inlined instead of referenced.
  const { type, anyOf } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', metadata: z.registry() });
  const [first, ...others] = new Set((anyOf ?? [{ type }]).map((alternative) => alternative.type));
  return typeof first === 'string' && others.length === 0 ? first : undefined;
}

function listField(schema: z.ZodType): z.ZodType {
  return z
    .union([z.string(), z.array(z.string())])
    .transform((given, context): unknown => {
      if (Array.isArray(given)) return given;
      if (given.trimStart().startsWith('[')) return readJson(given, context);
      return given.split(',').filter((value) => value.trim() !== '');
    })
    .pipe(schema)
    .meta({ [formListKey]: true });
}

/**
 * A number or a boolean, as JSON or as Python writes it (`True`); any other text is left to the schema, which reports
 * what it expected.
 */
function readScalar(text: string): unknown {
  if (/^(?:True|False)$/.test(text)) return text === 'True';
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function readJson(text: string, context: z.core.$RefinementCtx): unknown {
  try {
    return JSON.parse(text);
  } catch {
    context.addIssue({ code: 'custom', message: 'Must be JSON.', input: text });
    return z.NEVER;
  }
}

/** The fields of a form that may be sent more than once, by name. */
export function formListsOf(body: unknown): string[] {
  const shape = body instanceof z.ZodObject ? Object.entries(body.shape) : [];
  return shape.filter(([, schema]) => isFormList(schema)).map(([name]) => name);
}

function isFormList(schema: unknown): boolean {
  if (!(schema instanceof z.ZodType)) return false;
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return isFormList(schema.unwrap());
  return schema.meta()?.[formListKey] === true;
}
