import { createOpenApiDocument, type JsonSchema } from '@contract-kit/openapi';
import { describe, expect, it } from 'vitest';
import { apiDescription } from './api-description.ts';
import { contract } from './contract.ts';

const { components } = await createOpenApiDocument(contract, apiDescription);

/** Whether a reader learns what a value is: from a description, an example, or because there is only one. */
function isExplained(schema: JsonSchema): boolean {
  if (schema.description || Array.isArray(schema.examples) || 'const' in schema || schema.type === 'null') return true;
  const named = /^#\/components\/schemas\/(.*)$/.exec(String(schema.$ref))?.[1];
  if (named !== undefined) return isExplained(components.schemas[named] ?? {});
  const branches = (schema.anyOf ?? schema.oneOf) as JsonSchema[] | undefined;
  if (branches !== undefined) return branches.every(isExplained);
  return schema.type === 'array' && isExplained(schema.items as JsonSchema);
}

describe('the document', () => {
  it('describes every schema', () => {
    const silent = Object.entries(components.schemas).filter(([, { description }]) => description === undefined);
    expect(silent.map(([name]) => name)).toEqual([]);
  });

  it('explains every property of every schema', () => {
    const silent = Object.entries(components.schemas).flatMap(([name, { properties = {} }]) =>
      Object.entries(properties as Readonly<Record<string, JsonSchema>>).flatMap(([property, schema]) =>
        isExplained(schema) ? [] : [`${name}.${property}`],
      ),
    );
    expect(silent).toEqual([]);
  });
});
