import { DownloadIcon, UploadIcon } from '@primer/octicons-react';
import type { Job } from '@product-content/contract';
import { useRead } from '../../api/use-read.ts';
import { DownloadButton } from '../../components/page/download-button.tsx';
import { EmptyState } from '../../components/page/empty-state.tsx';
import { ButtonLink } from '../../components/page/link.tsx';
import { Section } from '../../components/page/page.tsx';
import { numberedPages, Pager } from '../../components/page/pager.tsx';
import { RecordTable } from '../../components/records/record-table.tsx';
import { useMay, useSession } from '../../session/session.ts';
import { isGoingOn, refreshMs } from './job-progress.ts';
import { problemColumns } from './problem-columns.tsx';

export interface ErrorSectionProps {
  readonly job: Job;
  readonly page: number;
  readonly onPage: (page: number) => void;
}

/** The row errors of a job, and how to correct them. */
export function ErrorSection({ job, page, onPage }: ErrorSectionProps) {
  const { api } = useSession();
  const mayImport = useMay('imports.create');
  const params = { jobId: job.jobId };
  const errors = useRead(
    'jobs.errors',
    { params, query: { page, limit: 50 } },
    { keepPrevious: true, refreshMs: () => (isGoingOn(job) ? refreshMs : false) },
  );
  const pagination = errors.data?.body.pagination;
  const isImport = job.type === 'import';
  return (
    <Section
      title="Row errors"
      actions={
        <>
          {isImport && (
            <DownloadButton
              leftSection={<DownloadIcon />}
              fetch={async () => (await api.jobs.failedRows({ params })).body}
            >
              Download rows to correct
            </DownloadButton>
          )}
          <DownloadButton
            leftSection={<DownloadIcon />}
            fetch={async () => (await api.jobs.errorsFile({ params })).body}
          >
            Download errors as CSV
          </DownloadButton>
          {isImport && mayImport && (
            <ButtonLink to="/imports" variant="default" leftSection={<UploadIcon />}>
              Import corrected rows
            </ButtonLink>
          )}
        </>
      }
    >
      <RecordTable
        label="Rows with errors"
        columns={problemColumns}
        of={errors}
        keyOf={({ row, field, message }) => `${row} ${field} ${message}`}
        empty={<EmptyState title="This page has no errors." />}
      />
      {pagination !== undefined && pagination.totalPages > 1 && <Pager {...numberedPages(pagination, onPage)} />}
    </Section>
  );
}
