import { dataOf, listOf, operation, pageOf } from '@contract-kit/http-spec/zod';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createOpenApiDocument } from '../create-open-api-document.ts';
import type { Response } from '../document.ts';
import type { JsonSchema } from '../schemas/json-schema.ts';
import { findDocumentProblems } from '../testing/find-document-problems.ts';

const info = { title: 'Shelves', version: '1.0.0' };

/** The document of one operation that responds with a schema. */
async function describeResponse(schema: z.ZodType, id = 'books.read') {
  const read = operation({ id, method: 'GET', path: '/books', summary: 'Read', responses: { 200: schema } });
  const document = await createOpenApiDocument(
    { read },
    {
      info,
      servers: [{ url: 'https://books.example' }],
      tags: { books: { description: 'Books.' } },
    },
  );
  const response = document.paths['/books']?.get?.responses[200] as Response | undefined;
  return { document, schemas: document.components.schemas, body: response?.content?.['application/json']?.schema };
}

const refTo = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const Book = z.object({ title: z.string() }).meta({ id: 'Book' });

describe('an object without a name', () => {
  it('becomes a component named after the schema around it and its property', async () => {
    const Shelf = z.object({ owner: z.object({ name: z.string() }), labels: z.array(z.object({ text: z.string() })) });
    const { schemas, document } = await describeResponse(dataOf(Shelf.meta({ id: 'Shelf' })));
    expect(schemas.Shelf).toMatchObject({
      properties: { owner: refTo('ShelfOwner'), labels: { type: 'array', items: refTo('ShelfLabel') } },
    });
    expect(await findDocumentProblems(document)).toEqual([]);
  });

  it('that may be null is one of two alternatives, and keeps the description of its place', async () => {
    const Shelf = z.object({ owner: z.object({ name: z.string() }).nullable().describe('Who has it.') });
    const { schemas } = await describeResponse(dataOf(Shelf.meta({ id: 'Shelf' })));
    expect(schemas.Shelf).toMatchObject({
      properties: { owner: { description: 'Who has it.', anyOf: [refTo('ShelfOwner'), { type: 'null' }] } },
    });
    expect(schemas.ShelfOwner).toEqual({
      description: 'Who has it.',
      type: 'object',
      properties: { name: { type: 'string' } },
      required: ['name'],
    });
  });

  it('has the description of its places, and none if they differ', async () => {
    const owner = z.object({ name: z.string() });
    const price = z.object({ amount: z.number() });
    const Shelf = z.object({
      owner: owner.describe('A person.'),
      builder: owner.describe('A person.'),
      price: price.describe('Now.'),
      formerPrice: price.describe('Before.'),
    });
    const { schemas } = await describeResponse(dataOf(Shelf.meta({ id: 'Shelf' })));
    expect(schemas.ShelfOwner?.description).toBe('A person.');
    expect(schemas.ShelfPrice).not.toHaveProperty('description');
    expect(schemas.ShelfResponse?.description).toBe('One `Shelf`.');
  });

  it('is the equal component if there is one', async () => {
    const Shelf = z.object({ first: z.object({ title: z.string() }), second: z.object({ title: z.string() }) });
    const { schemas } = await describeResponse(z.object({ book: Book, shelf: Shelf.meta({ id: 'Shelf' }) }));
    expect(schemas.Shelf).toMatchObject({ properties: { first: refTo('Book'), second: refTo('Book') } });
  });

  it('is named after its title', async () => {
    const Shelf = z.object({ owner: z.object({ name: z.string() }).meta({ title: 'Shelf keeper' }) });
    const { schemas } = await describeResponse(dataOf(Shelf.meta({ id: 'Shelf' })));
    expect(schemas.Shelf).toMatchObject({ properties: { owner: refTo('ShelfKeeper') } });
  });

  it('gets another name if its own is taken', async () => {
    const Shelf = z.object({ owner: z.object({ name: z.string() }) }).meta({ id: 'Shelf' });
    const Taken = z.object({ age: z.int() }).meta({ id: 'ShelfOwner' });
    const { schemas } = await describeResponse(z.object({ shelf: Shelf, taken: Taken }));
    expect(schemas.Shelf).toMatchObject({ properties: { owner: refTo('ShelfOwner2') } });
  });
});

describe('an enum without a name', () => {
  it('becomes one component for all equal places, nullable or not', async () => {
    const state = () => z.enum(['new', 'used']);
    const Copy = z.object({ state: state(), before: state().nullable() }).meta({ id: 'Copy' });
    const { schemas } = await describeResponse(dataOf(Copy));
    expect(schemas.CopyState).toEqual({ type: 'string', enum: ['new', 'used'] });
    expect(schemas.Copy).toMatchObject({
      properties: { state: refTo('CopyState'), before: { anyOf: [refTo('CopyState'), { type: 'null' }] } },
    });
  });
});

describe('a body', () => {
  it.each([
    ['BookResponse', dataOf(Book)],
    ['BookList', listOf(Book)],
    ['BookPage', pageOf(Book)],
    ['BooksReadResult', z.object({ found: Book })],
  ])('is named %s after its record or its operation', async (name, schema) => {
    expect((await describeResponse(schema)).body).toEqual(refTo(name));
  });
});

describe('a union of named objects', () => {
  it('names its discriminator, and the value for each', async () => {
    const kindOf = <Kind extends string>(kind: Kind) => z.object({ kind: z.literal(kind), pages: z.int() });
    const Item = z.discriminatedUnion('kind', [kindOf('novel'), kindOf('map')]).meta({ id: 'Item' });
    const { schemas, document } = await describeResponse(dataOf(Item));
    expect(schemas.Item).toEqual({
      oneOf: [refTo('ItemNovel'), refTo('ItemMap')],
      discriminator: {
        propertyName: 'kind',
        mapping: { novel: '#/components/schemas/ItemNovel', map: '#/components/schemas/ItemMap' },
      },
    });
    expect(await findDocumentProblems(document)).toEqual([]);
  });
});

describe('a number', () => {
  it('has a format for its width', async () => {
    const Sizes = z.object({
      price: z.number(),
      total: z.int(),
      stars: z.int().min(1).max(5),
      year: z.int().nullable(),
    });
    const { schemas } = await describeResponse(dataOf(Sizes.meta({ id: 'Sizes' })));
    expect(schemas.Sizes).toMatchObject({
      properties: {
        price: { format: 'double' },
        total: { format: 'int64' },
        stars: { format: 'int32' },
        year: { format: 'int64' },
      },
    });
  });
});

describe('a text with several patterns', () => {
  it('has one that accepts what all of them accept', async () => {
    const Code = z
      .object({
        code: z
          .string()
          .regex(/^[a-z]+$/)
          .regex(/b/),
      })
      .meta({ id: 'Code' });
    const properties = (await describeResponse(dataOf(Code))).schemas.Code?.properties as Record<string, JsonSchema>;
    const pattern = new RegExp(String(properties.code?.pattern));
    expect(['abc', 'b'].every((text) => pattern.test(text))).toBe(true);
    expect(['ac', 'ab1', ''].some((text) => pattern.test(text))).toBe(false);
  });
});
