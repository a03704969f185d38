import type pg from 'pg';

export interface StatementDescription {
  /** Types of `$1`, `$2`, … by their ids. */
  readonly parameters: readonly number[];
  readonly columns: readonly {
    readonly name: string;
    /** The type by its id. */
    readonly type: number;
    /** The column of a table it is read from, as `table.number`; `0.0` for an expression. */
    readonly source: string;
  }[];
}

interface Field {
  readonly name: string;
  readonly dataTypeID: number;
  readonly tableID: number;
  readonly columnID: number;
}

/** Has PostgreSQL parse a statement and say what it takes and returns, without running it. */
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

/** What is used of the connection that `pg` hands to a submittable. */
interface Connection {
  once(event: 'parameterDescription', listener: (message: { dataTypeIDs: readonly number[] }) => void): void;
  parse(message: { name: string; text: string; types: readonly number[] }): void;
  describe(message: { type: 'S'; name: string }): void;
  sync(): void;
}
