import { isRecord, type JsonSchema } from './json-schema.ts';

type Schemas = Readonly<Record<string, JsonSchema>>;

/**
 * Removes the examples of named schemas that a media type of the document already shows, so that each example appears
 * once.
 */
export function hoistExamples(document: unknown, schemas: Schemas): Schemas {
  const shown = new Set<string>();
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) node.forEach(visit);
    if (!isRecord(node)) return;
    if (isRecord(node.examples) && isRecord(node.schema)) for (const ref of recordRefs(node.schema)) shown.add(ref);
    Object.values(node).forEach(visit);
  };
  visit(document);
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => {
      const { examples, ...rest } = schema;
      return [name, shown.has(`#/components/schemas/${name}`) ? rest : schema];
    }),
  );
}

/** The named schemas that an example of a body shows completely: the body itself, and the content of its envelope. */
function recordRefs(schema: JsonSchema): string[] {
  if (typeof schema.$ref === 'string') return [schema.$ref];
  const members = isRecord(schema.properties) ? Object.values(schema.properties) : [];
  const first = Array.isArray(schema.anyOf) ? schema.anyOf.slice(0, 1) : [];
  return [...members, ...first, schema.items].filter(isRecord).flatMap(recordRefs);
}
