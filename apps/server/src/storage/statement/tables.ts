import { createHash } from 'node:crypto';
import { type EntitySchemaWithMeta, ReferenceKind, UnderscoreNamingStrategy } from '@mikro-orm/core';
import type { InferEntityProperties, InferKyselyTable, MaybeReturnType, SnakeCase } from '@mikro-orm/postgresql';
import {
  type Compilable,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type RawBuilder,
} from 'kysely';
import type { ParametersOf, SqlTypes } from './sql-type.ts';
import { Placeholder, Statement, type StatementSource } from './statement.ts';
import { cached, parameter, type StatementFamily } from './statement-parts.ts';

/** Placeholders for the parameters of a statement. */
export type Placeholders<Types extends SqlTypes> = {
  readonly [Name in keyof Types]: RawBuilder<ParametersOf<Types>[Name]>;
};

interface TableStatementOptions<Tables, Parameters extends SqlTypes, Row> {
  readonly name: string;
  readonly parameters: Parameters;
  readonly prepared?: boolean;
  readonly withBegin?: boolean;
  /** Builds the statement, once. */
  readonly build: (db: Kysely<Tables>, parameters: Placeholders<Parameters>) => Compilable<Row>;
}

interface StatementFamilyOptions<Tables, Parameters extends SqlTypes, Row, Shape> {
  readonly name: string;
  /** The parameters of every shape. */
  readonly parameters: Parameters;
  /** Whether one plan serves a shape. Default: false. */
  readonly prepared?: (shape: Shape) => boolean;
  /** Builds the statement for a shape. */
  readonly build: (
    db: Kysely<Tables>,
    parameters: Placeholders<Parameters>,
    shape: Shape,
  ) => Compilable<Row> | RawBuilder<Row>;
}

/** The tables of entities, in Kysely's types. */
export type TablesOf<Entities extends EntitySchemaWithMeta> = {
  [Entity in Entities as NonNullable<Entity['tableName']>]: Omit<
    InferKyselyTable<Entity>,
    keyof RelationColumns<Entity>
  > &
    RelationColumns<Entity>;
};

/**
 * The columns of relations: if a foreign key shares `workspace_id` with the primary key, only its other column belongs
 * to the relation. MikroORM infers Kysely's types only for single-column foreign keys.
 */
type RelationColumns<Entity extends EntitySchemaWithMeta> = {
  -readonly [Name in RelationsOf<Entity> as `${SnakeCase<Name>}_id`]: PropertyOf<Entity, Name> extends {
    '~options': { nullable: true };
  }
    ? string | null
    : string;
};

/** Names of an entity's properties that refer to another entity. */
type RelationsOf<Entity extends EntitySchemaWithMeta> = {
  [Name in keyof InferEntityProperties<Entity>]: PropertyOf<Entity, Name> extends { '~options': { kind: 'm:1' } }
    ? Name
    : never;
}[keyof InferEntityProperties<Entity>] &
  string;

type PropertyOf<
  Entity extends EntitySchemaWithMeta,
  Name extends keyof InferEntityProperties<Entity>,
> = MaybeReturnType<InferEntityProperties<Entity>[Name]>;

/**
 * Declares statements on the tables of a feature's own entities: another table is a compile error.
 *
 * @example
 * const categories = tablesOf<typeof CategoryEntity>();
 * export const selectCodes = categories.statement({
 *   name: 'category.codes',
 *   parameters: { workspaceId: 'uuid' },
 *   build: (db, { workspaceId }) =>
 *     db.selectFrom('category').select(['id', 'code']).where('workspace_id', '=', workspaceId),
 * });
 */
export function tablesOf<Entities extends EntitySchemaWithMeta>() {
  return statementsOn<TablesOf<Entities>>();
}

/** Declares statements for several tables with the same columns. Otherwise use {@link tablesOf}. */
export function statementsOn<Tables>() {
  const db = compiler as Kysely<Tables>;
  return {
    /** Builds parts of statements: it compiles, and never connects. */
    db,

    statement<const Parameters extends SqlTypes, Row extends object>(
      options: TableStatementOptions<Tables, Parameters, Row>,
    ): Statement<ParametersOf<Parameters>, Row> {
      const { build, ...rest } = options;
      const compile = () => compileText(build(db, placeholdersOf(options.parameters)));
      return new Statement({ ...rest, row: null, compile });
    },

    /**
     * Declares statements whose conditions or order depend on the request. They are compiled once for each shape, and
     * kept in one bounded cache.
     *
     * @example
     * const selectIds = products.family({
     *   name: 'product.ids',
     *   parameters: { workspaceId: 'uuid' },
     *   build: (db, { workspaceId }, where: StatementParts) =>
     *     db.selectFrom('product').select('id').where('workspace_id', '=', workspaceId)
     *       .where(where.all),
     * });
     * const where = new StatementParts(conditions);
     * await database.run(selectIds(where.shape, where), { workspaceId, ...where.values });
     */
    family<const Parameters extends SqlTypes, Row extends object, Shape>(
      options: StatementFamilyOptions<Tables, Parameters, Row, Shape>,
    ): StatementFamily<ParametersOf<Parameters>, Row, Shape> {
      const { name, parameters, prepared = () => false, build } = options;
      const compile = (key: string, shape: Shape) => {
        // Compiled now, so that the values of the first run are not kept.
        const source = compileText(build(db, placeholdersOf(parameters), shape));
        const hash = createHash('sha256').update(key).digest('hex').slice(0, 16);
        const settings = { name: `${name}.${hash}`, parameters, row: null, prepared: prepared(shape) };
        return new Statement<object, object>({ ...settings, compile: () => source });
      };
      return (key, shape) =>
        cached(`${name} ${key}`, () => compile(key, shape)) as Statement<
          ParametersOf<Parameters> & Readonly<Record<string, unknown>>,
          Row
        >;
    },
  };
}

function placeholdersOf<Parameters extends SqlTypes>(parameters: Parameters): Placeholders<Parameters> {
  const entries = Object.keys(parameters).map((name) => [name, parameter(name)]);
  return Object.fromEntries(entries) as unknown as Placeholders<Parameters>;
}

function compileText(built: Compilable<unknown> | RawBuilder<unknown>): StatementSource {
  const { sql: text, parameters } = built.compile(compiler);
  // Kysely numbers every use of a parameter separately; the planner can infer more when they are the same.
  const placeholders = new Map<string, Placeholder>();
  const used = parameters.map((value) => {
    if (!(value instanceof Placeholder)) return value;
    const first = placeholders.get(value.parameter) ?? value;
    placeholders.set(value.parameter, first);
    return first;
  });
  const values = [...new Set(used)];
  const numbered = text.replaceAll(
    /\$(\d+)/g,
    (_, number: string) => `$${values.indexOf(used[Number(number) - 1]) + 1}`,
  );
  return { text: numbered, values };
}

/** Compiles and never connects. */
const compiler = new Kysely<unknown>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});

const naming = new UnderscoreNamingStrategy();

/** Selections of an entity's columns, each named as its property: `workspace_id as workspaceId`. */
type ColumnsOf<Entity extends EntitySchemaWithMeta> = {
  [Property in ScalarsOf<Entity>]: `${SnakeCase<Property>} as ${Property}`;
}[ScalarsOf<Entity>];

type ScalarsOf<Entity extends EntitySchemaWithMeta> = Exclude<
  keyof InferKyselyTable<Entity, { columnNamingStrategy: 'property' }> & string,
  RelationsOf<Entity>
>;

/**
 * The columns of an entity named as its properties, without those of its relations, for the `select` of a statement.
 */
export function columnsOf<Entity extends EntitySchemaWithMeta>(entity: Entity): ColumnsOf<Entity>[] {
  return propertiesOf(entity).map((name) => `${naming.propertyToColumnName(name)} as ${name}` as ColumnsOf<Entity>);
}

/** The names of an entity's columns, without those of its relations. */
export function columnNamesOf(entity: EntitySchemaWithMeta): string[] {
  return propertiesOf(entity).map((name) => naming.propertyToColumnName(name));
}

function propertiesOf(entity: EntitySchemaWithMeta): string[] {
  const properties = Object.values(entity.init().meta.properties);
  return properties
    .filter(({ kind, persist }) => kind === ReferenceKind.SCALAR && persist !== false)
    .map(({ name }) => name);
}
