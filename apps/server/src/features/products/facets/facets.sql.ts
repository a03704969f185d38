import { limits } from '@product-content/contract';
import { type RawBuilder, sql } from 'kysely';
import { parameter, type Snapshot, StatementParts, tablesOf } from '../../../storage/index.ts';
import type { Condition } from '../list/conditions.ts';
import type { ProductEntity } from '../product.entity.ts';

/** A product field whose values are counted, by its name in the table. */
export type CountedField = 'brand' | 'category' | 'status' | 'tag';

/** What to count among the products that meet some conditions. */
export interface CountedSet {
  readonly conditions: readonly Condition[];
  readonly fields: readonly CountedField[];
  readonly attributes: readonly CountedAttribute[];
}

/** An attribute whose values are counted by the keys of products. */
export interface CountedAttribute {
  /** Distinguishes its counts from others. */
  readonly name: string;
  /** The prefix of its keys: `color`, `material@de`. */
  readonly scope: string;
  /** The key of products to exclude. */
  readonly without: string | null;
}

/** One count; with the name `''`, the number of products in a set. */
export interface FacetCount {
  /** The index of the set. */
  readonly place: number;
  readonly name: string;
  /** For a category, its UUID. */
  readonly value: string;
  readonly count: number;
  /** The end of the sample as hexadecimal digits; null when it includes everything that can be sampled. */
  readonly reached: string | null;
}

/** How many products are counted. */
export interface FacetSizes {
  /** Sets with more products are counted from a sample. */
  readonly exact: number;
  /** Products in a sample. */
  readonly sample: number;
}

/** The share of all products that the index for samples holds. */
const sampledPart = 1 / 8;

/** The share of a workspace's products that a sample represents. */
export function partOf(reached: string | null): number {
  return reached === null ? sampledPart : sampledPart * ((Number.parseInt(reached, 16) + 1) / 2 ** 32);
}

const fields: Readonly<Record<CountedField, { readonly from: string; readonly value: string; readonly all?: true }>> = {
  brand: { from: '', value: 'brand' },
  // Counts all of them: a category includes the products of its subcategories.
  category: { from: '', value: 'category_id::text', all: true },
  status: { from: '', value: 'status' },
  tag: { from: 'cross join unnest(tags) as tag', value: 'tag' },
};

interface FacetShape {
  readonly sets: readonly (Omit<CountedSet, 'conditions'> & { readonly where: StatementParts })[];
  readonly sampled: boolean;
  readonly sizes: FacetSizes;
}

const workspaceId = parameter('workspaceId');
const isInSample = sql`get_byte(uuid_send(id), 15) < 32`;
const sampleKey = sql`substring(uuid_send(id) from 13)`;

/** Counts values of products, separately for each set, in one statement. */
const countFacets = tablesOf<typeof ProductEntity>().family({
  name: 'product.facets',
  parameters: { workspaceId: 'uuid', names: 'text[]', scopes: 'text[]', withouts: 'text[]', places: 'integer[]' },
  build: (_, __, { sets, sampled: isSampled, sizes }: FacetShape) => sql<FacetCount>`
    with ${isSampled ? sampleOf(sizes.sample) : sql``}
    wanted as materialized (
      select * from unnest(
        ${parameter('names')}::text[], ${parameter('scopes')}::text[], ${parameter('withouts')}::text[],
        ${parameter('places')}::integer[]) as wanted (name, scope, without, place)
    ),
    ${sql.join(sets.map(({ where }, place) => productsOf(place, where, isSampled, sizes)))}
    select counts.*, ${isSampled ? sql`(select encode(key, 'hex') from reached)` : sql`null::text`} as reached
    from (${sql.join(
      sets.flatMap((set, place) => countsOf(place, set)),
      sql` union all `,
    )}) counts`,
});

/** The products of the sample, read once for all sets, and the key of the last one if there are more. */
const sampleOf = (size: number) => sql`
  sample as materialized (
    select *, ${sampleKey} as sample_key from product where workspace_id = ${workspaceId} and ${isInSample}
    order by workspace_id, ${sampleKey} limit ${sql.lit(size)}
  ),
  reached as materialized (
    select max(sample_key) as key from sample having count(*) = ${sql.lit(size)}
  ),`;

const tableOf = (place: number) => sql.raw(`matching_${place}`);

/** The products of a set: one more than are counted exactly, or those of the sample. */
function productsOf(place: number, where: StatementParts, isSampled: boolean, sizes: FacetSizes): RawBuilder<unknown> {
  const from = isSampled ? sql`sample as product` : sql`product`;
  return sql`${tableOf(place)} as materialized (
    select brand, category_id, status, tags, attribute_keys from ${from}
    where workspace_id = ${workspaceId} and ${where.all} ${isSampled ? sql`` : sql`limit ${sql.lit(sizes.exact + 1)}`}
  )`;
}

function countsOf(
  place: number,
  { fields: counted, attributes }: Omit<CountedSet, 'conditions'>,
): RawBuilder<unknown>[] {
  const number = sql.lit(place);
  const table = tableOf(place);
  const size = sql`(select ${number}::integer as place, ''::text as name, ''::text as value, count(*)::integer as count from ${table})`;
  const ofFields = counted.map((name) => {
    const { from, value, all } = fields[name];
    return sql`(
      select ${number}::integer, ${sql.lit(name)}::text, value, count(*)::integer
      from (select ${sql.raw(value)} as value from ${table} ${sql.raw(from)}) as used
      where value is not null group by value
      order by count(*) desc, value collate "C" ${all === true ? sql`` : sql`limit ${sql.lit(limits.facetValues)}`}
    )`;
  });
  if (attributes.length === 0) return [size, ...ofFields];
  const ofAttributes = sql`(
    select ${number}::integer, name, value, count from (
      select name, value, count(*)::integer as count,
        row_number() over (partition by name order by count(*) desc, value collate "C") as rank
      from (
        select wanted.name, substr(key, strpos(key, '=') + 1) as value
        from ${table} cross join unnest(attribute_keys) as key
        join wanted on wanted.place = ${number} and wanted.scope = split_part(key, '=', 1)
          and strpos(key, '=') > 0 and (wanted.without is null or not attribute_keys @> array[wanted.without])
      ) as used where value <> '' group by name, value
    ) as ranked where rank <= ${sql.lit(limits.facetValues)}
  )`;
  return [size, ...ofFields, ofAttributes];
}

/** @param isSampled true to count a sample of the products. */
export function readFacetCounts(
  on: Snapshot,
  workspaceId: string,
  sets: readonly CountedSet[],
  { isSampled, sizes }: { readonly isSampled: boolean; readonly sizes: FacetSizes },
): Promise<FacetCount[]> {
  const shapes = sets.map(({ conditions, ...set }, place) => ({
    ...set,
    where: new StatementParts(conditions, `set${place}_`),
  }));
  const wanted = sets.flatMap(({ attributes }, place) => attributes.map((attribute) => ({ ...attribute, place })));
  const key = shapes.map((set) => `${set.where.shape} / ${set.fields} / ${set.attributes.length > 0}`).join(' | ');
  const size = isSampled ? sizes.sample : sizes.exact;
  const statement = countFacets(`${isSampled} ${size} ${key}`, { sets: shapes, sampled: isSampled, sizes });
  return on.run(statement, {
    workspaceId,
    names: wanted.map(({ name }) => name),
    scopes: wanted.map(({ scope }) => scope),
    withouts: wanted.map(({ without }) => without),
    places: wanted.map(({ place }) => place),
    ...Object.assign({}, ...shapes.map(({ where }) => where.values)),
  });
}
