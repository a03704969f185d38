import type { Job } from '@product-content/contract';
import { Table } from '../../parts/table.tsx';
import { problemColumns } from './error-list.tsx';

/** What is doubtful about which row of a job: the first warnings, of which no others are kept. */
export function WarningList({ job: { warnings, warningCount } }: { job: Job }) {
  return (
    <>
      <h2>Row warnings</h2>
      {warningCount > warnings.length && (
        <p>
          The first {warnings.length} of {warningCount}.
        </p>
      )}
      <Table
        label="Row warnings"
        columns={problemColumns}
        rows={warnings}
        keyOf={({ row, field }) => `${row} ${field}`}
        empty="There are none."
      />
    </>
  );
}
