import { Text } from '@mantine/core';
import type { Job } from '@product-content/contract';
import { EmptyState } from '../../components/page/empty-state.tsx';
import { Section } from '../../components/page/page.tsx';
import { RecordTable } from '../../components/records/record-table.tsx';
import { problemColumns } from './problem-columns.tsx';

/** The first row warnings of a job; further ones are not stored. */
export function WarningSection({ job: { warnings, warningCount } }: { readonly job: Job }) {
  return (
    <Section title="Row warnings">
      {warningCount > warnings.length && (
        <Text size="sm" c="dimmed">
          The first {warnings.length} of {warningCount.toLocaleString('en')}.
        </Text>
      )}
      <RecordTable
        label="Rows with warnings"
        columns={problemColumns}
        rows={warnings}
        keyOf={({ row, field }) => `${row} ${field}`}
        empty={<EmptyState title="There are no warnings." />}
      />
    </Section>
  );
}
