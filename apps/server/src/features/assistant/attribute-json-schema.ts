import type { Attribute } from '@product-content/contract';

type JsonSchema = Readonly<Record<string, unknown>>;
type Validation = Readonly<Record<string, unknown>>;

/** One JSON Schema for `attributes` of a product: the values of all attributes of a workspace. */
export function toAttributesSchema(attributes: readonly Attribute[]): JsonSchema {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Product attributes',
    type: 'object',
    properties: Object.fromEntries(attributes.map((attribute) => [attribute.code, toAttributeSchema(attribute)])),
    additionalProperties: false,
  };
}

function toAttributeSchema(attribute: Attribute): JsonSchema {
  return {
    title: attribute.label,
    ...describeAttribute(attribute),
    ...valueSchema(attribute),
    ...(attribute.defaultValue !== null && { default: attribute.defaultValue }),
  };
}

function describeAttribute({ group, unit, localizable, unique, required }: Attribute): JsonSchema {
  const facts = [
    group !== null && `Group ${group.code}.`,
    unit !== null && `In ${unit}.`,
    required && 'Required for completeness.',
    unique && 'No two products have the same value.',
    localizable && 'Localizable: other languages at translations.<locale>.attributes.',
  ].filter((fact) => fact !== false);
  return facts.length === 0 ? {} : { description: facts.join(' ') };
}

/** The schema of a value by type. */
function valueSchema({ type, options, validation }: Attribute): JsonSchema {
  const rules = validation as Validation;
  const choices = options.map(({ code, label }) => ({ const: code, title: label }));
  switch (type) {
    case 'integer':
    case 'decimal':
      return { type: type === 'integer' ? 'integer' : 'number', ...rename(rules, { min: 'minimum', max: 'maximum' }) };
    case 'boolean':
      return { type: 'boolean' };
    case 'select':
      return choices.length === 0 ? { type: 'string' } : { type: 'string', oneOf: choices };
    case 'multiselect':
      return {
        type: 'array',
        uniqueItems: true,
        items: choices.length === 0 ? { type: 'string' } : { oneOf: choices },
        ...rename(rules, { minItems: 'minItems', maxItems: 'maxItems' }),
      };
    case 'date':
      return { type: 'string', format: 'date' };
    case 'url':
      return { type: 'string', format: 'uri' };
    case 'color':
      return { type: 'string', pattern: '^#[0-9A-Fa-f]{6}$' };
    default:
      return {
        type: 'string',
        ...rename(rules, { minLength: 'minLength', maxLength: 'maxLength', pattern: 'pattern' }),
        ...(type === 'richtext' && { contentMediaType: 'text/html' }),
      };
  }
}

/** Renames validation rules to JSON Schema keywords. */
function rename(rules: Validation, keywords: Readonly<Record<string, string>>): JsonSchema {
  const stated = Object.entries(keywords).filter(([key]) => rules[key] !== undefined && rules[key] !== null);
  return Object.fromEntries(stated.map(([key, keyword]) => [keyword, rules[key]]));
}
