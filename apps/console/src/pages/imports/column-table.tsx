import { Group, TagsInput, Text } from '@mantine/core';
import { attributeTypes, type ImportedColumn, newAttributeTarget, type RecordType } from '@product-content/contract';
import { useMemo } from 'react';
import { useColumnKeys } from '../../api/use-column-keys.ts';
import { EmptyState } from '../../components/page/empty-state.tsx';
import { type Column, RecordTable } from '../../components/records/record-table.tsx';
import { Nothing } from '../../components/records/values.tsx';
import type { ChosenTargets } from './import-settings.ts';

export interface ColumnTableProps {
  readonly recordType: RecordType;
  readonly columns: readonly ImportedColumn[];
  readonly chosen: ChosenTargets;
  readonly onChoose: (column: string, targets: readonly string[]) => void;
}

const newAttribute = 'new attribute: ';

/** Converts targets to a readable form, and back. */
const toWords = (target: string) =>
  target.startsWith(newAttributeTarget) ? `${newAttribute}${target.slice(newAttributeTarget.length)}` : target;
const toTarget = (words: string) =>
  words.startsWith(newAttribute) ? `${newAttributeTarget}${words.slice(newAttribute.length)}` : words;

/** The columns of the file, their targets, and three cells of each. */
export function ColumnTable({ recordType, columns, chosen, onChoose }: ColumnTableProps) {
  const keys = useColumnKeys();
  const targets = useMemo(
    () =>
      recordType === 'products'
        ? [
            { group: 'Columns of products', items: [...keys] },
            { group: 'A new attribute', items: attributeTypes.map((type) => `${newAttribute}${type}`) },
          ]
        : [...new Set(columns.flatMap((column) => column.targets))],
    [recordType, columns, keys],
  );
  const shown: readonly Column<ImportedColumn>[] = [
    {
      id: 'column',
      title: 'Column of the file',
      fixed: true,
      cell: ({ column }) => (
        <Text span inherit fw={500}>
          {column}
        </Text>
      ),
    },
    {
      id: 'samples',
      title: 'Samples',
      cell: ({ samples }) => <Samples samples={samples} />,
    },
    {
      id: 'target',
      title: 'Target',
      cell: ({ column, targets: found }) => {
        const value = chosen[column] ?? found;
        return (
          <TagsInput
            size="sm"
            miw="14rem"
            aria-label={`Target of ${column}`}
            data={targets}
            value={value.map(toWords)}
            placeholder={value.length === 0 ? 'not imported' : ''}
            maxDropdownHeight={260}
            onChange={(words) => onChoose(column, words.map(toTarget))}
          />
        );
      },
    },
    {
      id: 'reading',
      title: 'Format',
      cell: ({ decimalSeparator, dateFormat }) =>
        (decimalSeparator && `decimal ${decimalSeparator}`) ?? dateFormat ?? <Nothing />,
    },
  ];
  return (
    <RecordTable
      label="Columns of the file"
      columns={shown}
      rows={columns}
      keyOf={({ column }) => column}
      empty={<EmptyState title="The file has no columns." />}
    />
  );
}

function Samples({ samples }: { readonly samples: readonly string[] }) {
  if (samples.length === 0) return <Nothing>empty</Nothing>;
  return (
    <Group gap="xs">
      {samples.map((sample) => (
        <Text key={sample} size="xs" className="sample" title={sample}>
          {sample}
        </Text>
      ))}
    </Group>
  );
}
