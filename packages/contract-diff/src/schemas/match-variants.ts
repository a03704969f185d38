import type { JsonSchema } from '@contract-kit/openapi';
import { isRecord } from '@contract-kit/openapi/schemas';
import { type NamedSchemas, referenceOf, textOf, viewOf } from './schema-view.ts';

export interface MatchedVariants {
  readonly pairs: readonly { readonly label: string; readonly before: JsonSchema; readonly after: JsonSchema }[];
  /** Labels of those without a counterpart. */
  readonly removed: readonly string[];
  readonly added: readonly string[];
}

interface Variant {
  readonly schema: JsonSchema;
  readonly text: string;
  readonly name: string | undefined;
  /** Its discriminating constants: `kind=circle`. */
  readonly constants: string;
  readonly types: string;
}

export interface MatchOptions {
  readonly schemasBefore: NamedSchemas;
  readonly schemasAfter: NamedSchemas;
  /** How much two variants of the same types differ; called when there are several. */
  costOf(before: JsonSchema, after: JsonSchema): number;
}

/**
 * Matches the variants of two unions: first equal ones, then those with the same name, then the same constants, and
 * finally those of the same types that differ least.
 */
export function matchVariants(
  before: readonly JsonSchema[],
  after: readonly JsonSchema[],
  { schemasBefore, schemasAfter, costOf }: MatchOptions,
): MatchedVariants {
  const left = new Set(before.map((schema) => describe(schema, schemasBefore)));
  const right = new Set(after.map((schema) => describe(schema, schemasAfter)));
  const pairs: { label: string; before: JsonSchema; after: JsonSchema }[] = [];
  for (const key of ['text', 'name', 'constants', 'types'] as const) {
    for (const variant of inOrder(left)) {
      const candidates = variant[key] ? inOrder(right).filter((other) => other[key] === variant[key]) : [];
      const [counterpart] =
        candidates.length < 2 ? candidates : sortByCost(candidates, (other) => costOf(variant.schema, other.schema));
      if (counterpart === undefined) continue;
      left.delete(variant);
      right.delete(counterpart);
      pairs.push({ label: labelOf(variant), before: variant.schema, after: counterpart.schema });
    }
  }
  return { pairs, removed: inOrder(left).map(labelOf), added: inOrder(right).map(labelOf) };
}

function sortByCost(variants: readonly Variant[], costOf: (variant: Variant) => number): Variant[] {
  const costs = new Map(variants.map((variant) => [variant, costOf(variant)]));
  return variants.toSorted((a, b) => (costs.get(a) ?? 0) - (costs.get(b) ?? 0));
}

function describe(schema: JsonSchema, schemas: NamedSchemas): Variant {
  const { types, values, keywords } = viewOf(schema, schemas);
  const properties = Object.entries(isRecord(keywords.properties) ? keywords.properties : {});
  const constants = properties.flatMap(([name, property]) => {
    const { values: listed } = viewOf(isRecord(property) ? property : {}, schemas);
    return listed?.length === 1 ? [`${name}=${String(listed[0])}`] : [];
  });
  return {
    schema,
    text: textOf(schema),
    name: referenceOf(schema),
    constants: values?.length === 1 ? JSON.stringify(values[0]) : constants.sort().join(),
    types: [...(types ?? [])].sort().join(),
  };
}

function labelOf({ name, constants, types, text }: Variant): string {
  return constants || name || types || text;
}

/** Sorts variants, so that matches do not depend on the order of the union. */
function inOrder(variants: Iterable<Variant>): Variant[] {
  return [...variants].sort((a, b) => (a.text < b.text ? -1 : 1));
}
