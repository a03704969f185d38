import { type EntitySchemaWithMeta, ReferenceKind } from '@mikro-orm/core';
import { sql } from 'kysely';
import { columnsOf, type Statement, statementsOn } from '../../../storage/index.ts';
import { saveRecords } from './save-records.sql.ts';

/** The columns that the tables of all catalog records have. */
interface RecordTable {
  readonly workspace_id: string;
  readonly id: string;
  readonly code: string;
  readonly position: number;
}

/** Statements that every kind of catalog record has. */
export interface RecordStatements<Row extends object> {
  /** All records of a workspace by position, then code. */
  readonly list: Statement<{ readonly workspaceId: string }, Row>;
  /** The codes of all records of a workspace. */
  readonly codes: Statement<{ readonly workspaceId: string }, { id: string; code: string }>;
  /** A row if a record has the id or the code; from the indexes alone. */
  readonly exists: Statement<
    { readonly workspaceId: string; readonly id: string | null; readonly code: string },
    { exists: boolean }
  >;
  /** Those of the codes that records have. */
  readonly taken: Statement<{ readonly workspaceId: string; readonly codes: readonly string[] }, { code: string }>;
  /** The position after the last, null if there is no record, and whether the code is taken. */
  readonly next: Statement<
    { readonly workspaceId: string; readonly code: string | null },
    { next: number | null; taken: boolean }
  >;
  /** Inserts and updates records, given as a JSON list of {@link toStored} objects. */
  readonly save: Statement<{ readonly rows: string }, object>;
  /** A record with the names of its columns. */
  readonly toStored: (row: Row) => object;
}

const records = statementsOn<{ record: RecordTable }>();

/**
 * @param entity has the columns of {@link RecordTable}, and more.
 * @param list for an entity with relations, whose list has more than its own columns.
 */
export function recordStatements<Row extends object>(
  entity: EntitySchemaWithMeta,
  list?: RecordStatements<Row>['list'],
): RecordStatements<Row> {
  const { tableName } = entity.meta;
  const table = sql<RecordTable>`${sql.table(tableName)}`.as('record');
  const columns = storedColumnsOf(entity);
  const names = columns.map(({ column }) => column);
  return {
    list: list ?? listOf<Row>(entity),
    codes: records.statement({
      name: `${tableName}.codes`,
      parameters: { workspaceId: 'uuid' },
      build: (db, { workspaceId }) =>
        db.selectFrom(table).select(['id', 'code']).where('workspace_id', '=', workspaceId),
    }),
    save: saveRecords(tableName, names),
    toStored: (row) => Object.fromEntries(columns.map(({ column, read }) => [column, read(row)])),
    exists: records.statement({
      name: `${tableName}.exists`,
      parameters: { workspaceId: 'uuid', id: 'uuid?', code: 'text' },
      build: (db, { workspaceId, id, code }) =>
        db
          .selectFrom(table)
          .select(({ lit }) => lit(true).as('exists'))
          .where('workspace_id', '=', workspaceId)
          .where((is) => is.or([is('id', '=', id), is('code', '=', code)]))
          .limit(sql.lit(1)),
    }),
    taken: records.statement({
      name: `${tableName}.taken`,
      parameters: { workspaceId: 'uuid', codes: 'text[]' },
      build: (db, { workspaceId, codes }) =>
        db
          .selectFrom(table)
          .select('code')
          .where('workspace_id', '=', workspaceId)
          .where('code', '=', sql<string>`any(${codes})`),
    }),
    next: records.statement({
      name: `${tableName}.next`,
      parameters: { workspaceId: 'uuid', code: 'text?' },
      build: (db, { workspaceId, code }) => {
        const ofWorkspace = db.selectFrom(table).where('workspace_id', '=', workspaceId);
        const last = ofWorkspace.select(sql<number | null>`max(position) + 1::bigint`.as('next'));
        return db.selectNoFrom(({ exists }) => [
          last.as('next'),
          exists(ofWorkspace.select('id').where('code', '=', code))
            .$castTo<boolean>()
            .as('taken'),
        ]);
      },
    }),
  };
}

function listOf<Row extends object>(entity: EntitySchemaWithMeta): RecordStatements<Row>['list'] {
  const { tableName } = entity.meta;
  // The entity determines the columns, and so the row.
  const columns = columnsOf(entity) as unknown as 'id'[];
  return records.statement({
    name: `${tableName}.list`,
    parameters: { workspaceId: 'uuid' },
    build: (db, { workspaceId }) =>
      db
        .selectFrom(sql<RecordTable>`${sql.table(tableName)}`.as('record'))
        .select(columns)
        .where('workspace_id', '=', workspaceId)
        .orderBy('position')
        .orderBy('code'),
  }) as RecordStatements<object>['list'] as RecordStatements<Row>['list'];
}

interface StoredColumn {
  readonly column: string;
  read(row: object): unknown;
}

/** The columns of an entity; a relation's column holds the id of the related record. */
function storedColumnsOf(entity: EntitySchemaWithMeta): StoredColumn[] {
  const scalars = columnsOf(entity).map((text): StoredColumn => {
    const [column, property] = String(text).split(' as ') as [string, string];
    return { column, read: (row) => (row as Readonly<Record<string, unknown>>)[property] };
  });
  const relations = Object.values(entity.init().meta.properties).filter(
    ({ kind }) => kind === ReferenceKind.MANY_TO_ONE,
  );
  return [
    ...scalars,
    ...relations.map(({ name, joinColumns }): StoredColumn => {
      const column = joinColumns.at(-1) as string;
      const read = (row: object) => (row as Readonly<Record<string, { readonly id: string } | null>>)[name]?.id ?? null;
      return { column, read };
    }),
  ];
}
