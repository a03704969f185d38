import { ActionIcon, Checkbox, Group, Menu, Skeleton, Table, Tooltip } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { ColumnsIcon } from '@primer/octicons-react';
import type { ReactNode } from 'react';

export interface Column<Row> {
  /** Unique in its table, and stable: the choice of columns is remembered by it. */
  readonly id: string;
  readonly title: string;
  readonly cell: (row: Row) => ReactNode;
  /** For numbers. */
  readonly align?: 'right';
  /** Only shown once a person chooses it. */
  readonly optional?: boolean;
  /** Always shown, for example the column with the link to the record. */
  readonly fixed?: boolean;
}

export interface RecordTableProps<Row> {
  /** The name of the rows, for screen readers: `Products`. */
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  /** Undefined while they load. */
  readonly rows: readonly Row[] | undefined;
  readonly keyOf: (row: Row) => string;
  /** An `EmptyState`, shown instead of a table without rows. */
  readonly empty: ReactNode;
  /** Shown to the left of the choice of columns: the filters of the list. */
  readonly filters?: ReactNode;
}

/**
 * Records in columns that each person chooses; the browser remembers the choice. Below 48em each row becomes a card. A
 * `RowLink` in a cell makes the whole row clickable.
 */
export function RecordTable<Row>({ label, columns, rows, keyOf, empty, filters }: RecordTableProps<Row>) {
  const [hidden, setHidden] = useLocalStorage<readonly string[]>({
    key: `console-columns-${label}`,
    defaultValue: columns.filter(({ optional }) => optional).map(({ id }) => id),
    getInitialValueInEffect: false,
  });
  const shown = columns.filter(({ id, fixed }) => fixed || !hidden.includes(id));
  const isChoosable = columns.some(({ optional }) => optional) || columns.length > 4;
  return (
    <section aria-label={label} className="data-table">
      {(filters !== undefined || isChoosable) && (
        <Group justify="space-between" align="flex-end" mb="md" gap="sm">
          <Group align="flex-end" gap="sm" flex={1}>
            {filters}
          </Group>
          {isChoosable && <ColumnMenu columns={columns} hidden={hidden} onChange={setHidden} />}
        </Group>
      )}
      {rows?.length === 0 ? (
        empty
      ) : (
        <Table highlightOnHover verticalSpacing="sm" horizontalSpacing="md" role="table" aria-busy={rows === undefined}>
          <Table.Thead role="rowgroup">
            <Table.Tr role="row">
              {shown.map(({ id, title, align }) => (
                <Table.Th key={id} role="columnheader" scope="col" data-align={align}>
                  {title}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody role="rowgroup">
            {rows === undefined
              ? Array.from({ length: 8 }, (_, line) => (
                  <Table.Tr key={line} role="row">
                    <Table.Td role="cell" colSpan={shown.length}>
                      <Skeleton h={24} />
                    </Table.Td>
                  </Table.Tr>
                ))
              : rows.map((row) => (
                  <Table.Tr key={keyOf(row)} role="row">
                    {shown.map(({ id, title, cell, align }) => (
                      <Table.Td key={id} role="cell" data-align={align} data-title={title}>
                        {cell(row)}
                      </Table.Td>
                    ))}
                  </Table.Tr>
                ))}
          </Table.Tbody>
        </Table>
      )}
    </section>
  );
}

interface ColumnMenuProps {
  readonly columns: readonly Pick<Column<never>, 'id' | 'title' | 'fixed'>[];
  readonly hidden: readonly string[];
  readonly onChange: (hidden: readonly string[]) => void;
}

function ColumnMenu({ columns, hidden, onChange }: ColumnMenuProps) {
  const toggle = (id: string) => onChange(hidden.includes(id) ? hidden.filter((one) => one !== id) : [...hidden, id]);
  return (
    <Menu position="bottom-end" closeOnItemClick={false}>
      <Menu.Target>
        <Tooltip label="Columns">
          <ActionIcon variant="default" size="lg" aria-label="Columns">
            <ColumnsIcon />
          </ActionIcon>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown>
        {columns
          .filter(({ fixed }) => !fixed)
          .map(({ id, title }) => (
            <Menu.Item
              key={id}
              role="menuitemcheckbox"
              aria-checked={!hidden.includes(id)}
              onClick={() => toggle(id)}
              leftSection={<Checkbox.Indicator size="xs" checked={!hidden.includes(id)} />}
            >
              {title}
            </Menu.Item>
          ))}
      </Menu.Dropdown>
    </Menu>
  );
}
