import {
  contract,
  type JobStatus,
  type JobSummary,
  type JobType,
  jobStatuses,
  jobTypes,
} from '@product-content/contract';
import { useQuery } from '../../api/use-query.ts';
import { Choice } from '../../components/choice.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { Page } from '../../components/page.tsx';
import { Pager } from '../../components/pager.tsx';
import { type Column, Table } from '../../components/table.tsx';
import { Badge, Meter, Time } from '../../components/values.tsx';
import { go, type Route, toHash } from '../../route.ts';
import { useMay, useSession } from '../../session/session.ts';
import { ImportForm } from './import-form.tsx';
import { isGoingOn, refreshMs } from './job-progress.ts';

const columns: readonly Column<JobSummary>[] = [
  {
    title: 'Job',
    cell: ({ jobId, type }) => (
      <>
        <a href={toHash(['jobs', jobId])}>{type}</a>
        <br />
        <code class="muted">{jobId}</code>
      </>
    ),
  },
  { title: 'State', cell: ({ status }) => <Badge state={status} /> },
  {
    title: 'Progress',
    cell: ({ jobId, progress }) => <Meter label={`Progress of ${jobId}`} percent={progress.percent} />,
  },
  { title: 'Row errors', cell: ({ errorCount }) => errorCount },
  { title: 'Row warnings', cell: ({ warningCount }) => warningCount },
  { title: 'Created', cell: ({ createdAt }) => <Time at={createdAt} /> },
];

/** Background work, and the way to start an import. */
export function JobsPage({ route: { query } }: { route: Route }) {
  const { api } = useSession();
  const mayImport = useMay(contract.imports.create);
  const type = (query.get('type') ?? undefined) as JobType | undefined;
  const status = (query.get('status') ?? undefined) as JobStatus | undefined;
  const page = Number(query.get('page') ?? 1);
  const jobs = useQuery(
    `jobs ${type} ${status} ${page}`,
    async (signal) => (await api.jobs.list({ query: { type, status, page, limit: 25 }, signal })).body,
    { again: ({ data }) => (data.some(isGoingOn) ? refreshMs : null) },
  );
  return (
    <Page title="Jobs">
      {mayImport && (
        <details>
          <summary>Import a file of products</summary>
          <ImportForm onAccepted={jobs.reload} />
        </details>
      )}
      <h2>Imports, exports and publications</h2>
      <div class="filters">
        <Choice
          label="Type"
          value={type}
          values={jobTypes}
          onChange={(value) => go(['jobs'], { type: value, status })}
        />
        <Choice
          label="State"
          value={status}
          values={jobStatuses}
          onChange={(value) => go(['jobs'], { type, status: value })}
        />
      </div>
      <Loaded of={jobs}>
        {({ data, pagination }) => (
          <>
            <Table
              label="Jobs"
              columns={columns}
              rows={data}
              keyOf={({ jobId }) => jobId}
              empty="There are no such jobs."
            />
            <Pager {...pagination} hrefOf={(number) => toHash(['jobs'], { type, status, page: number })} />
          </>
        )}
      </Loaded>
    </Page>
  );
}
