import { createOpenApiDocument } from '@contract-kit/openapi';
import { generateOpenApiAsync } from '@ts-rest/open-api';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { contract } from './contract.ts';

interface Operation {
  readonly operationId?: string;
  readonly parameters?: readonly { readonly in?: string; readonly name?: string; readonly required?: boolean }[];
}

/** `GET /products query limit`; parameters added by policies (Idempotency-Key, If-Match, …) are left out. */
function parametersOf(paths: object): string[] {
  return Object.entries(paths as Record<string, Record<string, Operation>>).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, { parameters = [] }]) => [
      `${method} ${path}`,
      ...parameters
        .filter((parameter) => parameter.in === 'path' || parameter.in === 'query')
        // Parameters with a prefix are one parameter in our document; the other generator does not support open names.
        .filter(({ name }) => name !== 'attributes')
        .map(({ in: place, name, required }) => `${method} ${path} ${place} ${name}${required ? ' (required)' : ''}`),
    ]),
  );
}

it('the generator of ts-rest finds the same operations and parameters', async () => {
  const info = { title: 'Product Content API', version: '1.0.0' };
  const theirs = await generateOpenApiAsync(
    contract,
    { info },
    {
      schemaTransformer: async ({ schema, type }) =>
        schema instanceof z.ZodType && (type === 'query' || type === 'path')
          ? (z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as object)
          : null,
    },
  );
  const ours = await createOpenApiDocument(contract, { info });
  expect(parametersOf(ours.paths).sort()).toEqual(parametersOf(theirs.paths).sort());
});
