import type { ComponentChildren } from 'preact';

export interface Column<Row> {
  readonly title: string;
  readonly cell: (row: Row) => ComponentChildren;
}

export interface TableProps<Row> {
  /** What the rows are, for those who do not see them: `API keys`. */
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  /** In place of a table without rows. */
  readonly empty: string;
}

/** Rows in columns. Where it is wider than the window it scrolls, by keyboard too. */
export function Table<Row>({ label, columns, rows, keyOf, empty }: TableProps<Row>) {
  if (rows.length === 0) return <p class="muted">{empty}</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard
    <section class="scroll" aria-label={label} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {columns.map(({ title }) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              {columns.map(({ title, cell }) => (
                <td key={title}>{cell(row)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
