import type { Job } from '@product-content/contract';
import { download } from '../../api/download.ts';
import { useQuery } from '../../api/use-query.ts';
import { ActionButton } from '../../components/buttons.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { Page } from '../../components/page.tsx';
import { Table } from '../../components/table.tsx';
import { Badge, Entry, Meter, Time } from '../../components/values.tsx';
import type { Route } from '../../route.ts';
import { useSession } from '../../session/session.ts';
import { ErrorList, problemColumns } from './error-list.tsx';
import { isGoingOn, refreshMs } from './job-progress.ts';

/** One job: how far it is, what came of it, what is wrong with which row. */
export function JobPage({ jobId, route }: { jobId: string; route: Route }) {
  const { api } = useSession();
  const job = useQuery(
    `job ${jobId}`,
    async (signal) => (await api.jobs.get({ params: { jobId }, signal })).body.data,
    { again: (shown) => (isGoingOn(shown) ? refreshMs : null) },
  );
  return (
    <Page title="Job">
      <Loaded of={job}>
        {(shown) => (
          <>
            <Facts job={shown} />
            <Actions job={shown} onChanged={job.reload} />
            {shown.errorCount > 0 && <ErrorList job={shown} route={route} />}
            {shown.warningCount > 0 && <WarningList job={shown} />}
          </>
        )}
      </Loaded>
    </Page>
  );
}

function Facts({ job }: { job: Job }) {
  const { processed, total, percent } = job.progress;
  return (
    <dl>
      <dt>Job</dt>
      <dd>
        {job.type} <code class="muted">{job.jobId}</code>
      </dd>
      <dt>State</dt>
      <dd>
        <Badge state={job.status} />
      </dd>
      <dt>Progress</dt>
      <dd>
        <Meter label="Progress" percent={percent} /> · {processed} of {total ?? 'an unknown number'}
      </dd>
      <dt>Row errors</dt>
      <dd>{job.errorCount}</dd>
      <dt>Row warnings</dt>
      <dd>{job.warningCount}</dd>
      <dt>Created</dt>
      <dd>
        <Time at={job.createdAt} />
      </dd>
      {job.finishedAt !== null && (
        <>
          <dt>Ended</dt>
          <dd>
            <Time at={job.finishedAt} />
          </dd>
        </>
      )}
      {Object.entries(job.result ?? {}).map(([name, value]) => (
        <Entry key={name} name={name} value={value} />
      ))}
    </dl>
  );
}

function Actions({ job: { jobId, links }, onChanged }: { job: Job; onChanged: () => void }) {
  const { api } = useSession();
  const params = { jobId };
  const cancel = async () => {
    await api.jobs.cancel({ params });
    onChanged();
  };
  const save = async () => download((await api.jobs.download({ params })).body);
  return (
    <p class="actions">
      {links.cancel !== undefined && (
        <ActionButton onClick={cancel} confirm="Stop it? What is done stays.">
          Cancel
        </ActionButton>
      )}
      {links.download !== undefined && <ActionButton onClick={save}>Download the file</ActionButton>}
    </p>
  );
}

/** What is doubtful about which row of a job: the first warnings, of which no others are kept. */
function WarningList({ job: { warnings, warningCount } }: { job: Job }) {
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
