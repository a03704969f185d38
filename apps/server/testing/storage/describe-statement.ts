import type pg from 'pg';

export interface StatementDescription {
  /** Type ids of `$1`, `$2`, …. */
  readonly parameters: readonly number[];
  readonly columns: readonly {
    readonly name: string;
    /** The type by its id. */
    readonly type: number;
    /** The table column it is read from, as `table.number`; `0.0` for an expression. */
    readonly source: string;
  }[];
}

interface Field {
  readonly name: string;
  readonly dataTypeID: number;
  readonly tableID: number;
  readonly columnID: number;
}

/** Makes PostgreSQL parse a statement and describe its parameters and result, without running it. */
export function describeStatement(client: pg.Client, text: string): Promise<StatementDescription> {
  return new Promise((resolve, reject) => {
    let parameters: readonly number[] = [];
    let columns: StatementDescription['columns'] = [];
    client.query({
      submit(connection: Connection) {
        connection.once('parameterDescription', ({ dataTypeIDs }) => {
          parameters = dataTypeIDs;
        });
        connection.parse({ name: '', text, types: [] });
        connection.describe({ type: 'S', name: '' });
        connection.sync();
      },
      handleRowDescription({ fields }: { readonly fields: readonly Field[] }) {
        columns = fields.map(({ name, dataTypeID, tableID, columnID }) => {
          return { name, type: dataTypeID, source: `${tableID}.${columnID}` };
        });
      },
      handleError: reject,
      handleReadyForQuery: () => resolve({ parameters, columns }),
    } as unknown as pg.Submittable);
  });
}

/** The parts used of the connection that `pg` passes to a submittable. */
interface Connection {
  once(event: 'parameterDescription', listener: (message: { dataTypeIDs: readonly number[] }) => void): void;
  parse(message: { name: string; text: string; types: readonly number[] }): void;
  describe(message: { type: 'S'; name: string }): void;
  sync(): void;
}
