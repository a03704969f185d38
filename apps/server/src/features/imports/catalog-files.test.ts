import type { ImportOptions, RecordType } from '@product-content/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { countStatements } from '#testing/count-statements.ts';
import { counts, createImportFixture, type Importer } from '#testing/imports/import-fixture.ts';

let fixture: Awaited<ReturnType<typeof createImportFixture>>;
let importer: Importer;
beforeAll(async () => {
  fixture = await createImportFixture();
});
afterAll(() => fixture.stop());
beforeEach(async () => {
  importer = await fixture.importer();
});

const run = (recordType: RecordType, content: string | Buffer, options: Partial<ImportOptions> = {}, name?: string) =>
  importer.run(content, { options: { recordType, ...options }, ...(name && { name }) });

async function read(path: string): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const response = await importer.get(path);
  return ((await response.json()) as { data: Readonly<Record<string, unknown>>[] }).data;
}

/** `code < parent`, in tree order. */
const tree = async () =>
  (await read('/categories?format=flat')).map(({ code, parent }) => {
    const above = parent as { readonly code: string } | null;
    return above === null ? code : `${code} < ${above.code}`;
  });

const exported = async (recordType: RecordType, format: string): Promise<Buffer> => {
  const response = await importer.request('POST', '/exports', { recordType, format });
  expect(response.status).toBe(200);
  return Buffer.from(await response.arrayBuffer());
};

const eventsOf = async (prefix: string) => {
  const text = 'select type from outbox where workspace_id = $1 and type like $2 order by id';
  const { rows } = await fixture.database.query<{ type: string }>(text, [importer.workspace.id, `${prefix}.%`]);
  return rows.map(({ type }) => type);
};

describe('categories', () => {
  it('are created with parents that come before or after them, in any order', async () => {
    const csv = 'code;parent;label-de_DE;label\ncups;mugs;Tassen;Cups\nmugs;kitchen;;Mugs\nkitchen;;Küche;Kitchen\n';
    const { accepted, result, problems } = await run('categories', csv);
    expect(accepted).toMatchObject({
      recordType: 'categories',
      mapping: { code: 'code', parent: 'parent', 'label-de_DE': 'translations.de.name', label: 'name' },
    });
    expect([problems, counts(result)]).toEqual([[], { total: 3, created: 3, updated: 0, unchanged: 0, failed: 0 }]);
    expect(await tree()).toEqual(['kitchen', 'mugs < kitchen', 'cups < mugs']);
    expect((await read('/categories?format=flat'))[0]).toMatchObject({
      name: 'Kitchen',
      translations: { de: { name: 'Küche' } },
    });
    expect(await eventsOf('category')).toEqual(['category.created', 'category.created', 'category.created']);
    const again = await run('categories', csv);
    expect(counts(again.result)).toMatchObject({ unchanged: 3, failed: 0 });
    expect(await eventsOf('category')).toHaveLength(3);
  });

  it('are moved as a file says, even when it reverses a branch', async () => {
    await run('categories', 'code,parent\na,\nb,a\nc,b\n');
    const { result, problems } = await run('categories', 'code,parent\na,c\nc,b\nb,\n', { emptyCells: 'clear' });
    expect([problems, counts(result)]).toEqual([[], expect.objectContaining({ updated: 2, unchanged: 1, failed: 0 })]);
    expect(await tree()).toEqual(['b', 'c < b', 'a < c']);
  });

  it('that are below each other, below nothing or below themselves are errors with their cells', async () => {
    const csv = 'code,parent\na,b\nb,a\nc,c\nd,nowhere\ne,\n';
    const { job, result } = await run('categories', csv);
    expect(counts(result)).toMatchObject({ created: 1, failed: 4 });
    expect(job.errors.map(({ row, column, field, value }) => [row, column, field, value])).toEqual([
      [3, 'parent', 'parent', 'c'],
      [4, 'parent', 'parent', 'nowhere'],
      [1, 'parent', 'parent', 'b'],
      [2, 'parent', 'parent', 'a'],
    ]);
    const failed = await importer.get(`/jobs/${job.jobId}/failed-rows`);
    expect(await failed.text()).toContain('d,nowhere,');
    expect(await tree()).toEqual(['e']);
  });

  it('have the positions in the file, whatever the order of its rows', async () => {
    const { problems } = await run('categories', 'code,position\nthird,2\nsecond,1\nfirst,0\n');
    expect([problems, await tree()]).toEqual([[], ['first', 'second', 'third']]);
    await run('categories', 'code,position\nthird,0\n');
    expect(await tree()).toEqual(['third', 'first', 'second']);
  });

  it('of thousands of rows take as many statements for each batch as those of a few', async () => {
    const csvOf = (count: number) =>
      [
        'code,parent',
        ...Array.from({ length: count }, (_, at) => `c${at},${at === 0 ? '' : `c${Math.floor((at - 1) / 8)}`}`),
      ].join('\n');
    // Excludes polling for the job and writes of its progress, which depend on the speed of the machine.
    const statementsFor = async (count: number) => {
      const { texts } = await countStatements(fixture.database, () => run('categories', csvOf(count)));
      return texts.filter((text) => /\b(category|import_row|outbox)\b/.test(text)).length;
    };
    const few = await statementsFor(20);
    importer = await fixture.importer();
    expect(await statementsFor(400)).toBe(few);
  });
});

describe('attributes', () => {
  const csv = [
    'code;type;label;label-de;group;options;usableAsAxis;defaultValue;validation.max;unit',
    'color;select;Colour;Farbe;technical;{"code":"red","label":"Red","labels":{"de":"Rot"}}|blue;yes;red;;',
    'volume;decimal;Volume;;technical;;;1.5;10;l',
    'tags;multiselect;Tags;;;a|b;;a|b;;',
  ].join('\n');

  it('come with their options, group, default and rules', async () => {
    expect((await run('attribute_groups', 'code,label,label-de\ntechnical,Technical,Technik\n')).problems).toEqual([]);
    const { result, problems } = await run('attributes', csv);
    expect([problems, counts(result)]).toEqual([[], expect.objectContaining({ created: 3, failed: 0 })]);
    expect(await read('/attributes')).toMatchObject([
      {
        ...{
          code: 'color',
          label: 'Colour',
          labels: { de: 'Farbe' },
          group: { code: 'technical' },
          defaultValue: 'red',
        },
        ...{ usableAsAxis: true, options: [{ code: 'red', label: 'Red', labels: { de: 'Rot' } }, { code: 'blue' }] },
      },
      { code: 'volume', type: 'decimal', defaultValue: 1.5, validation: { max: 10 }, unit: 'l' },
      { code: 'tags', defaultValue: ['a', 'b'] },
    ]);
    expect(counts((await run('attributes', csv)).result)).toMatchObject({ unchanged: 3 });
  });

  it('keep the options that a file does not name', async () => {
    await run('attributes', 'code,type,options\ncolor,select,red|blue\n');
    await run('attributes', 'code;options\ncolor;green|{"code":"red","label":"Rot"}\n');
    const [color] = await read('/attributes');
    expect(color).toMatchObject({ options: [{ code: 'red', label: 'Rot' }, { code: 'blue' }, { code: 'green' }] });
  });

  it('are errors of their rows when a type is missing or changes, or a group does not exist', async () => {
    await run('attributes', 'code,type\ncolor,select\n');
    const { problems } = await run('attributes', 'code,type,group\ncolor,text,\nsize,,\nweight,decimal,none\n');
    expect(problems).toEqual([
      '1 type type: Cannot change after creation.',
      '2 type type: Required for a new attribute.',
      '3 group group: There is no attribute group "none".',
    ]);
  });
});

describe('every record type', () => {
  const files: readonly (readonly [RecordType, string])[] = [
    ['attribute_groups', 'code,label,labels.de,position\ntechnical,Technical,Technik,3\nother,Other,,1\n'],
    [
      'attributes',
      'code,type,label,group,options,validation.min,validation.pattern,filterable\na,select,A,technical,"x|{""code"":""y"",""position"":5}",,,true\nb,date,B,,,2026-01-31,,\nc,text,C,,,,^x|y$,\n',
    ],
    ['categories', 'code,name,parent,description,translations.de.description\nx,X,,"<p>1</p>",eins\ny,=Y,x,,\n'],
    ['collections', 'code,name,translations.de.name\nsummer,Summer,Sommer\nwinter,"Win|ter",\n'],
  ];

  it.each(['csv', 'xlsx', 'json'])(
    'can be imported from its export as %s without a change, and as new elsewhere',
    async (format) => {
      const made: (readonly [RecordType, Buffer, number])[] = [];
      for (const [recordType, csv] of files) {
        const first = await run(recordType, csv);
        expect(first.problems).toEqual([]);
        const file = await exported(recordType, format);
        const again = await run(recordType, file, { emptyCells: 'clear' }, `file.${format}`);
        expect([again.problems, counts(again.result)]).toEqual([
          [],
          expect.objectContaining({ unchanged: first.result.total }),
        ]);
        made.push([recordType, file, first.result.total]);
      }
      importer = await fixture.importer();
      for (const [recordType, file, total] of made) {
        const { problems, result } = await run(recordType, file, {}, `file.${format}`);
        expect([problems, counts(result)]).toEqual([[], expect.objectContaining({ created: total })]);
        expect((await exported(recordType, format)).equals(file) || format === 'xlsx').toBe(true);
      }
    },
  );

  it.each(files)(
    'has a dry run that reports what the import of %s does, and saves nothing',
    async (recordType, csv) => {
      const rows = csv.replace(',technical,', ',,');
      const tried = await run(recordType, rows, { dryRun: true });
      expect([tried.problems, tried.result.created]).toEqual([[], tried.result.total]);
      const done = await run(recordType, rows);
      expect(tried.result).toEqual({ ...done.result, dryRun: true });
    },
  );

  it('can be limited to new or to existing records, and warns of a repeated code', async () => {
    await run('collections', 'code,name\na,A\n');
    const created = await run('collections', 'code,name\na,B\nb,B\n', { mode: 'create' });
    expect(created.problems).toEqual(['1 null null: The code "a" is already used by another collection.']);
    const updated = await run('collections', 'code,name\na,C\nz,Z\n', { mode: 'update' });
    expect(counts(updated.result)).toMatchObject({ updated: 1, failed: 1 });
    const repeated = await run('collections', 'code,name\na,D\na,E\n');
    expect(repeated.warnings).toEqual([
      '2 code code: The code "a" is in row 1 and again in row 2. The later row counts.',
    ]);
    expect((await read('/collections')).find(({ code }) => code === 'a')).toMatchObject({ name: 'E' });
  });

  it('needs the scope catalog:write, even when a profile sets the record type', async () => {
    const profile = { name: 'Tree', options: { recordType: 'categories' } };
    expect((await importer.request('POST', '/import-profiles', profile)).status).toBe(201);
    const Authorization = `Bearer ${await fixture.app.createKey(['products:write'], importer.workspace)}`;
    for (const [name, value] of [
      ['recordType', 'categories'],
      ['profile', 'Tree'],
    ] as const) {
      const response = await importer.send('code\na\n', { fields: { [name]: value }, headers: { Authorization } });
      expect(response.status).toBe(403);
    }
    const products = await importer.send('sku,name\nA,a\n', { headers: { Authorization } });
    expect(products.status).toBe(202);
    const { accepted, result } = await importer.run('code\na\n', { fields: { profile: 'Tree' } });
    expect([accepted.recordType, result.created]).toEqual(['categories', 1]);
  });

  it('refuses options of products, files without a code, and new attributes', async () => {
    const send = (content: string, fields: object) => importer.refusal(content, fields);
    const options = { recordType: 'categories' };
    expect(await send('code\na\n', { options: { ...options, skuFrom: ['code'], preset: 'none' } })).toEqual({
      'options.skuFrom': 'Applies to products only.',
      'options.preset': 'Applies to products only.',
    });
    expect(Object.keys(await send('name\na\n', { options }))).toEqual(['file']);
    const mapping = { code: 'code', name: '__new_attribute__:text' };
    expect(Object.keys(await send('code,name\na,b\n', { options, mapping }))).toEqual(['mapping.name']);
  });
});
