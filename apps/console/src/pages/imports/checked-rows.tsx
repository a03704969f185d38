import { Button, Group, Text } from '@mantine/core';
import { UploadIcon } from '@primer/octicons-react';
import type { ImportAccepted } from '@product-content/contract';
import { useRead } from '../../api/use-read.ts';
import { EmptyState } from '../../components/page/empty-state.tsx';
import { Link } from '../../components/page/link.tsx';
import { Loaded } from '../../components/page/loaded.tsx';
import { Section } from '../../components/page/page.tsx';
import { RecordTable } from '../../components/records/record-table.tsx';
import { isGoingOn, refreshMs } from '../jobs/job-progress.ts';
import { problemColumns } from '../jobs/problem-columns.tsx';
import { ProgressPanel } from '../jobs/progress-panel.tsx';

/** The number of problems shown beside the file; the job lists all of them. */
const maxDisplayedProblems = 5;

export interface CheckedRowsProps {
  readonly accepted: ImportAccepted;
  readonly isImporting: boolean;
  /** Whether a column was changed after the check. */
  readonly isChanged: boolean;
  readonly onImport: () => void;
}

/** What an import would do, according to a dry run, with the button that runs it. */
export function CheckedRows({ accepted: { jobId }, isImporting, isChanged, onImport }: CheckedRowsProps) {
  const job = useRead(
    'jobs.get',
    { params: { jobId } },
    { refreshMs: ({ body }) => (isGoingOn(body.data) ? refreshMs : false) },
  );
  const shown = job.data?.body.data;
  const failed = shown?.errorCount ?? 0;
  const total = shown?.progress.total ?? null;
  return (
    <Section
      title="Result of the dry run"
      actions={
        <Button
          leftSection={<UploadIcon />}
          loading={isImporting}
          disabled={shown === undefined || isGoingOn(shown)}
          onClick={onImport}
        >
          {total === null ? 'Import' : `Import ${total.toLocaleString('en')} ${total === 1 ? 'row' : 'rows'}`}
        </Button>
      }
    >
      {isChanged && (
        <Text size="sm" c="dimmed">
          You have changed columns. Check the file again to update this result.
        </Text>
      )}
      <Loaded of={job}>
        {({ body: { data } }) => (
          <>
            <ProgressPanel job={data} />
            {failed > 0 && (
              <>
                <RecordTable
                  label="Rows that would fail"
                  columns={problemColumns}
                  rows={data.errors.slice(0, maxDisplayedProblems)}
                  keyOf={({ row, field, message }) => `${row} ${field} ${message}`}
                  empty={<EmptyState title="There are no errors." />}
                />
                <Group>
                  <Link to="/jobs/$jobId" params={{ jobId }}>
                    Show the row errors and download these rows
                  </Link>
                </Group>
              </>
            )}
          </>
        )}
      </Loaded>
    </Section>
  );
}
