import { ActionIcon, Box, Checkbox, Group, Menu, Skeleton, Table, Tooltip, VisuallyHidden } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { ColumnsIcon } from '@primer/octicons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ProblemOf } from '../page/problem-alert.tsx';

export interface Column<Row> {
  /** Unique in its table, and stable: the choice of columns is remembered by it. */
  readonly id: string;
  readonly title: string;
  /** In place of the title at the head of the table. */
  readonly header?: ReactNode;
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
  /** The list being read; its problem is shown above the table. */
  readonly of?: UseQueryResult<{ readonly body: { readonly data: readonly Row[] } }, Error>;
  /** Undefined while they load. Default: the records of the list. */
  readonly rows?: readonly Row[] | undefined;
  readonly keyOf: (row: Row) => string;
  /** An `EmptyState`, shown instead of a table without rows. */
  readonly empty: ReactNode;
  /** Shown to the left of the choice of columns: the filters of the list. */
  readonly filters?: ReactNode;
  /** Rows that a person chooses, to change them together. */
  readonly selection?: Selection<Row>;
}

export interface Selection<Row> {
  /** The keys of the chosen rows. */
  readonly chosen: ReadonlySet<string>;
  readonly onChoose: (chosen: ReadonlySet<string>) => void;
  /** Names a row for screen readers. */
  readonly nameOf: (row: Row) => string;
}

/**
 * Records in columns that each person chooses; the browser remembers the choice. Below 48em each row becomes a card. A
 * `RowLink` in a cell makes the whole row clickable.
 */
export function RecordTable<Row>({
  label,
  columns: given,
  of,
  rows = of?.data?.body.data,
  keyOf,
  empty,
  filters,
  selection,
}: RecordTableProps<Row>) {
  // Columns may arrive later than the table, such as those of attributes: only what a person has chosen is kept.
  const [choices, setChoices] = useLocalStorage<Readonly<Record<string, boolean>>>({
    key: `console-columns-${label}`,
    defaultValue: {},
    getInitialValueInEffect: false,
  });
  const isShown = ({ id, fixed, optional = false }: Column<Row>) => fixed || (choices[id] ?? !optional);
  const columns = selection === undefined ? given : [selectionColumn(selection, rows ?? [], keyOf), ...given];
  const shown = columns.filter(isShown);
  // What a card begins with needs no name before it.
  const untitled = new Set(['selection', given.find(isShown)?.id]);
  const isChoosable = columns.some(({ optional }) => optional) || columns.length > 4;
  return (
    <section aria-label={label} className="data-table">
      {of?.error && (
        <Box mb="md">
          <ProblemOf query={of} />
        </Box>
      )}
      {(filters !== undefined || isChoosable) && (
        <Group justify="space-between" align="flex-end" mb="md" gap="sm">
          <Group align="flex-end" gap="sm" flex={1}>
            {filters}
          </Group>
          {isChoosable && (
            <ColumnMenu
              columns={columns.filter(({ fixed }) => !fixed).map((one) => ({ ...one, isShown: isShown(one) }))}
              onToggle={(id, shows) => setChoices({ ...choices, [id]: shows })}
            />
          )}
        </Group>
      )}
      {rows?.length === 0 ? (
        empty
      ) : (
        <Table highlightOnHover verticalSpacing="sm" horizontalSpacing="md" role="table" aria-busy={rows === undefined}>
          <Table.Thead role="rowgroup">
            <Table.Tr role="row">
              {shown.map(({ id, title, header = title, align }) => (
                <Table.Th key={id} role="columnheader" scope="col" data-align={align}>
                  {header}
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
                      <Table.Td
                        key={id}
                        role="cell"
                        data-align={align}
                        data-title={untitled.has(id) ? undefined : title}
                      >
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

/** Chooses rows, or all that are shown. */
function selectionColumn<Row>(
  { chosen, onChoose, nameOf }: Selection<Row>,
  rows: readonly Row[],
  keyOf: (row: Row) => string,
): Column<Row> {
  const keys = rows.map(keyOf);
  const isAll = keys.length > 0 && keys.every((key) => chosen.has(key));
  const toggled = (key: string) => (chosen.has(key) ? [...chosen].filter((one) => one !== key) : [...chosen, key]);
  return {
    id: 'selection',
    title: 'Selection',
    fixed: true,
    header: (
      <>
        <VisuallyHidden>Selection</VisuallyHidden>
        <Checkbox
          aria-label="Choose all rows"
          checked={isAll}
          indeterminate={!isAll && chosen.size > 0}
          onChange={() => onChoose(new Set(isAll ? [] : keys))}
        />
      </>
    ),
    cell: (row) => (
      <Checkbox
        aria-label={`Choose ${nameOf(row)}`}
        checked={chosen.has(keyOf(row))}
        onChange={() => onChoose(new Set(toggled(keyOf(row))))}
      />
    ),
  };
}

interface ColumnMenuProps {
  readonly columns: readonly { readonly id: string; readonly title: string; readonly isShown: boolean }[];
  readonly onToggle: (id: string, isShown: boolean) => void;
}

function ColumnMenu({ columns, onToggle }: ColumnMenuProps) {
  return (
    <Menu position="bottom-end" closeOnItemClick={false}>
      <Menu.Target>
        <Tooltip label="Columns">
          <ActionIcon variant="default" size="lg" aria-label="Columns">
            <ColumnsIcon />
          </ActionIcon>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown mah="24rem" style={{ overflowY: 'auto' }}>
        {columns.map(({ id, title, isShown }) => (
          <Menu.CheckboxItem key={id} checked={isShown} onChange={(shows) => onToggle(id, shows)}>
            {title}
          </Menu.CheckboxItem>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
