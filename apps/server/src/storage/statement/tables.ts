import { type EntitySchemaWithMeta, UnderscoreNamingStrategy } from '@mikro-orm/core';
import type { InferKyselyDB, InferKyselyTable, SnakeCase } from '@mikro-orm/postgresql';
import {
  type Compilable,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type RawBuilder,
  sql,
} from 'kysely';
import type { ParametersOf, SqlTypes } from './sql-type.ts';
import { Placeholder, Statement } from './statement.ts';

/** Placeholders for the parameters of a statement. */
type Placeholders<Types extends SqlTypes> = {
  readonly [Name in keyof Types]: RawBuilder<ParametersOf<Types>[Name]>;
};

interface TableStatementOptions<Tables, Parameters extends SqlTypes, Row> {
  readonly name: string;
  readonly parameters: Parameters;
  readonly prepared?: boolean;
  /** Makes the statement, once. */
  readonly build: (db: Kysely<Tables>, parameters: Placeholders<Parameters>) => Compilable<Row>;
}

/** The tables of entities, as Kysely knows them. */
export type TablesOf<Entities extends EntitySchemaWithMeta> = InferKyselyDB<Entities>;

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

/** Declares statements on tables of the same columns, whose name differs. Otherwise use {@link tablesOf}. */
export function statementsOn<Tables>() {
  return {
    statement<const Parameters extends SqlTypes, Row extends object>(
      options: TableStatementOptions<Tables, Parameters, Row>,
    ): Statement<ParametersOf<Parameters>, Row> {
      const { build, ...rest } = options;
      const placeholders = Object.fromEntries(
        Object.keys(options.parameters).map((name) => [name, sql.val(new Placeholder(name))]),
      ) as unknown as Placeholders<Parameters>;
      const compile = () => {
        const { sql: text, parameters } = build(compiler as Kysely<Tables>, placeholders).compile();
        // Kysely numbers every use of a parameter; the planner learns more when they are one.
        const values = [...new Set(parameters)];
        const numbered = text.replaceAll(/\$(\d+)/g, (_, number: string) => {
          return `$${values.indexOf(parameters[Number(number) - 1]) + 1}`;
        });
        return { text: numbered, values };
      };
      return new Statement({ ...rest, row: null, compile });
    },
  };
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

/** Names of an entity's columns, each as its property: `workspace_id as workspaceId`. */
type ColumnsOf<Entity extends EntitySchemaWithMeta> = {
  [Property in keyof InferKyselyTable<Entity, { columnNamingStrategy: 'property' }> &
    string]: `${SnakeCase<Property>} as ${Property}`;
}[keyof InferKyselyTable<Entity, { columnNamingStrategy: 'property' }> & string];

/** The columns of an entity as its properties, for the `select` of a statement. */
export function columnsOf<Entity extends EntitySchemaWithMeta>(entity: Entity): ColumnsOf<Entity>[] {
  const columns = Object.values(entity.init().meta.properties).filter(({ persist }) => persist !== false);
  return columns.map(({ name }) => `${naming.propertyToColumnName(name)} as ${name}` as ColumnsOf<Entity>);
}
