import { Text } from '@mantine/core';
import { type JobSummary, jobStatuses, jobTypes } from '@product-content/contract';
import { getRouteApi } from '@tanstack/react-router';
import { useRead } from '../../api/use-read.ts';
import { ChoiceFilter } from '../../components/forms/filters.tsx';
import { EmptyState } from '../../components/page/empty-state.tsx';
import { ImportLink } from '../../components/page/import-link.tsx';
import { Link } from '../../components/page/link.tsx';
import { Page } from '../../components/page/page.tsx';
import { numberedPages, Pager } from '../../components/page/pager.tsx';
import { type Column, RecordTable } from '../../components/records/record-table.tsx';
import { Meter, Nothing, Status, Time } from '../../components/records/values.tsx';
import { kindOf, nameOfJob } from './job-name.ts';
import { durationOf, isGoingOn, refreshMs } from './job-progress.ts';
import { useChannelNames } from './use-channel-names.ts';

const route = getRouteApi('/jobs');

const columnsWith = (channels: ReadonlyMap<string, string>): readonly Column<JobSummary>[] => [
  {
    id: 'job',
    title: 'Job',
    fixed: true,
    cell: (job) => (
      <Link to="/jobs/$jobId" params={{ jobId: job.jobId }} className="row-link" fw={500}>
        {nameOfJob(job, channels)}
      </Link>
    ),
  },
  { id: 'state', title: 'State', cell: ({ status }) => <Status state={status} /> },
  {
    id: 'progress',
    title: 'Progress',
    cell: (job) => <Meter label={`Progress of ${nameOfJob(job, channels)}`} percent={job.progress.percent} />,
  },
  { id: 'errors', title: 'Row errors', align: 'right', cell: ({ errorCount }) => <Count count={errorCount} /> },
  { id: 'warnings', title: 'Row warnings', align: 'right', cell: ({ warningCount }) => <Count count={warningCount} /> },
  { id: 'duration', title: 'Duration', align: 'right', optional: true, cell: (job) => durationOf(job) ?? <Nothing /> },
  { id: 'created', title: 'Created', cell: ({ createdAt }) => <Time at={createdAt} /> },
];

const types = jobTypes.map((type) => ({ value: type, label: kindOf(type) }));

/** Background jobs: imports, exports and publications. */
export function JobsPage() {
  const { type, status, page = 1 } = route.useSearch();
  const navigate = route.useNavigate();
  const channels = useChannelNames();
  const jobs = useRead(
    'jobs.list',
    { query: { type, status, page, limit: 25 } },
    { keepPrevious: true, refreshMs: ({ body }) => (body.data.some(isGoingOn) ? refreshMs : false) },
  );
  const pagination = jobs.data?.body.pagination;
  const begin = <ImportLink variant="filled" />;
  return (
    <Page
      title="Jobs"
      description="Imports, exports and publications run in the background. They are kept for seven days after they end."
      actions={begin}
    >
      <RecordTable
        label="Jobs"
        columns={columnsWith(channels)}
        of={jobs}
        keyOf={({ jobId }) => jobId}
        empty={
          type === undefined && status === undefined ? (
            <EmptyState title="There are no jobs yet." action={begin}>
              Jobs appear here when a file is imported or exported, or a channel is published.
            </EmptyState>
          ) : (
            <EmptyState title="No job matches." />
          )
        }
        filters={
          <>
            <ChoiceFilter
              label="Type"
              value={type}
              options={types}
              onChange={(value) => void navigate({ search: { type: value, status } })}
            />
            <ChoiceFilter
              label="State"
              value={status}
              options={jobStatuses}
              onChange={(value) => void navigate({ search: { type, status: value } })}
            />
          </>
        }
      />
      {pagination !== undefined && (
        <Pager {...numberedPages(pagination, (to) => void navigate({ search: { type, status, page: to } }))} />
      )}
    </Page>
  );
}

/** A number of problems; zero is not emphasized. */
function Count({ count }: { readonly count: number }) {
  return count === 0 ? (
    <Nothing>0</Nothing>
  ) : (
    <Text span inherit fw={500} className="numeric">
      {count.toLocaleString('en')}
    </Text>
  );
}
