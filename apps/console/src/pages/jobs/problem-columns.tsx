import { Code } from '@mantine/core';
import type { JobError } from '@product-content/contract';
import type { Column } from '../../components/records/record-table.tsx';
import { Nothing } from '../../components/records/values.tsx';

/** The columns of a table of row problems. */
export const problemColumns: readonly Column<JobError>[] = [
  { id: 'row', title: 'Row', fixed: true, cell: ({ row }) => row?.toLocaleString('en') ?? <Nothing /> },
  { id: 'sku', title: 'SKU', cell: ({ sku }) => sku ?? <Nothing /> },
  { id: 'column', title: 'Column', cell: ({ column }) => column ?? <Nothing /> },
  {
    id: 'value',
    title: 'Value',
    cell: ({ value }) =>
      value === null ? <Nothing /> : value === '' ? <Nothing>empty</Nothing> : <Code className="value">{value}</Code>,
  },
  { id: 'problem', title: 'Problem', cell: ({ message }) => message },
  {
    id: 'field',
    title: 'Field',
    optional: true,
    cell: ({ field }) => (field === null ? <Nothing /> : <Code>{field}</Code>),
  },
  { id: 'code', title: 'Error code', optional: true, cell: ({ code }) => <Code>{code}</Code> },
];
