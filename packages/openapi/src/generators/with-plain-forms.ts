import type { OpenApiDocument } from '../document.ts';
import { isRecord, type JsonSchema } from '../schemas/json-schema.ts';
import { mapDeep } from '../schemas/subschemas.ts';

const multipart = 'multipart/form-data';

/**
 * Inlines the fields of forms, and describes objects among them as text: generators disagree about how an object
 * becomes a field.
 */
export function withPlainForms(document: OpenApiDocument): OpenApiDocument {
  const { components } = document;
  const operations = Object.values(document.paths).flatMap((item) => Object.values(item));
  const forms = new Set(operations.flatMap(({ requestBody }) => nameOf(requestBody?.content[multipart]?.schema) ?? []));
  const schemas = Object.entries(components.schemas).map(([name, schema]) => [
    name,
    forms.has(name) ? toPlainForm(schema, components.schemas) : schema,
  ]);
  return { ...document, components: { ...components, schemas: Object.fromEntries(schemas) } };
}

type Schemas = Readonly<Record<string, JsonSchema>>;

function toPlainForm(form: JsonSchema, schemas: Schemas): JsonSchema {
  const { properties } = form;
  if (!isRecord(properties)) return form;
  const fields = Object.entries(properties).map(([name, field]) => [name, toField(field as JsonSchema, schemas)]);
  return { ...form, properties: Object.fromEntries(fields) };
}

function toField(schema: JsonSchema, schemas: Schemas): JsonSchema {
  const field = mapDeep(resolve(schema, schemas), (part) => resolve(part, schemas));
  const isText = field.type === 'object' || 'anyOf' in field || 'oneOf' in field;
  if (!isText) return field;
  return { ...(typeof field.description === 'string' && { description: field.description }), type: 'string' };
}

/** The target of a reference, merged with the keywords beside it. */
function resolve(schema: JsonSchema, schemas: Schemas): JsonSchema {
  const { $ref: _, ...own } = schema;
  const name = nameOf(schema);
  return name === undefined ? schema : { ...schemas[name], ...own };
}

function nameOf(schema: JsonSchema | undefined): string | undefined {
  return /^#\/components\/schemas\/(.*)$/.exec(String(schema?.$ref))?.[1];
}
