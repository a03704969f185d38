import { limits } from '@product-content/contract';
import { type RawBuilder, sql } from 'kysely';
import { parameter, type Snapshot, StatementParts, tablesOf } from '../../../storage/index.ts';
import type { Condition } from '../list/conditions.ts';
import type { ProductEntity } from '../product.entity.ts';

/** A field of products whose values are counted, as their table has it. */
export type CountedField = 'brand' | 'category' | 'status' | 'tag';

/** What is counted of the products that meet conditions. */
export interface CountedSet {
  readonly conditions: readonly Condition[];
  readonly fields: readonly CountedField[];
  readonly attributes: readonly CountedAttribute[];
}

/** Values of an attribute, by the keys of products. */
export interface CountedAttribute {
  /** What its counts are told apart by. */
  readonly name: string;
  /** What stands before the values: `color`, `material@de`. */
  readonly scope: string;
  /** A key of products that are left out. */
  readonly without: string | null;
}

/** One count, or with the name `''` the number of products of a set. */
export interface FacetCount {
  /** Which set. */
  readonly place: number;
  readonly name: string;
  /** A category is its UUID. */
  readonly value: string;
  readonly count: number;
  /** How far the sample reached, as hexadecimal digits; null when it has all that can be sampled. */
  readonly reached: string | null;
}

/** How many products are looked at. */
export interface FacetSizes {
  /** Sets of more products are counted from a sample. */
  readonly exact: number;
  /** Products of a sample. */
  readonly sample: number;
}

/** The part of all products that the index of samples holds. */
const sampledPart = 1 / 8;

/** The part of a workspace's products that a sample is. */
export function partOf(reached: string | null): number {
  return reached === null ? sampledPart : sampledPart * ((Number.parseInt(reached, 16) + 1) / 2 ** 32);
}

const fields: Readonly<Record<CountedField, { readonly from: string; readonly value: string; readonly all?: true }>> = {
  brand: { from: '', value: 'brand' },
  // All of them: products of a category are those of its subcategories as well.
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

/** Counts values of products, of each set apart, in one statement. */
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

/** The products of the sample, read once for all sets, and the key of the last one when there are more. */
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

/** @param isSampled true: of a sample of the products instead of as many as are counted exactly. */
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
