import { Code } from '@mantine/core';
import type { Attribute } from '@product-content/contract';
import { Link } from '../../components/page/link.tsx';
import type { Column } from '../../components/records/record-table.tsx';

/** The column of a table of attributes that leads to each of them. */
export const attributeColumn: Column<Pick<Attribute, 'code' | 'label'>> = {
  id: 'attribute',
  title: 'Attribute',
  fixed: true,
  cell: ({ code, label }) => (
    <>
      <Link to="/attributes/$idOrCode" params={{ idOrCode: code }} className="row-link" fw={500}>
        {label}
      </Link>{' '}
      <Code>{code}</Code>
    </>
  ),
};
