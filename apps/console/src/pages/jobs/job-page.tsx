import { Button, Code } from '@mantine/core';
import { DownloadIcon } from '@primer/octicons-react';
import type { Job } from '@product-content/contract';
import { getRouteApi } from '@tanstack/react-router';
import { useRead } from '../../api/use-read.ts';
import { useWrite } from '../../api/use-write.ts';
import { confirm } from '../../components/page/confirm.tsx';
import { DownloadButton } from '../../components/page/download-button.tsx';
import { Link } from '../../components/page/link.tsx';
import { RecordPage } from '../../components/page/page.tsx';
import { Facts } from '../../components/records/facts.tsx';
import { Time, Value } from '../../components/records/values.tsx';
import { useSession } from '../../session/session.ts';
import { ErrorSection } from './error-section.tsx';
import { kindOf, nameOfJob } from './job-name.ts';
import { durationOf, isGoingOn, refreshMs } from './job-progress.ts';
import { ProgressPanel } from './progress-panel.tsx';
import { useChannelNames } from './use-channel-names.ts';
import { WarningSection } from './warning-section.tsx';

const route = getRouteApi('/jobs/$jobId');

/** One job: its progress, its result, and its row errors. */
export function JobPage() {
  const { jobId } = route.useParams();
  const { page = 1 } = route.useSearch();
  const navigate = route.useNavigate();
  const channels = useChannelNames();
  const job = useRead(
    'jobs.get',
    { params: { jobId } },
    { refreshMs: ({ body }) => (isGoingOn(body.data) ? refreshMs : false) },
  );
  return (
    <RecordPage
      of={job}
      title={(data) => nameOfJob(data, channels)}
      untitled="Job"
      parent={<Link to="/jobs">Jobs</Link>}
      actions={(data) => <Actions job={data} />}
    >
      {(data) => (
        <>
          <ProgressPanel job={data} />
          <JobFacts job={data} />
          {data.errorCount > 0 && (
            <ErrorSection job={data} page={page} onPage={(to) => void navigate({ search: { page: to } })} />
          )}
          {data.warningCount > 0 && <WarningSection job={data} />}
        </>
      )}
    </RecordPage>
  );
}

function JobFacts({ job }: { readonly job: Job }) {
  const details = Object.entries(job.result ?? {}).filter(([name, value]) => name !== 'error' && isDetail(value));
  return (
    <Facts
      facts={[
        { name: 'Type', value: kindOf(job.type) },
        { name: 'Id', value: <Code>{job.jobId}</Code> },
        { name: 'Created', value: <Time at={job.createdAt} /> },
        { name: 'Finished', value: job.finishedAt && <Time at={job.finishedAt} /> },
        { name: 'Duration', value: durationOf(job) },
        { name: 'Expires', value: job.expiresAt && <Time at={job.expiresAt} /> },
        ...details.map(([name, value]) => ({ name: toWords(name), value: <Value value={value} /> })),
      ]}
    />
  );
}

/** Numbers are shown above, and empty values are left out. */
function isDetail(value: unknown): boolean {
  if (value === null || typeof value === 'number' || typeof value === 'boolean') return false;
  return !(Array.isArray(value) && value.length === 0);
}

/** Converts `createdCategories` to `Created categories`. */
function toWords(name: string): string {
  const words = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function Actions({ job: { jobId, type, links } }: { readonly job: Job }) {
  const { api } = useSession();
  const params = { jobId };
  const cancel = useWrite('jobs.cancel', { success: 'Canceled' });
  return (
    <>
      {links.download !== undefined && (
        <DownloadButton
          variant="filled"
          leftSection={<DownloadIcon />}
          fetch={async () => (await api.jobs.download({ params })).body}
        >
          Download the file
        </DownloadButton>
      )}
      {links.cancel !== undefined && (
        <Button
          variant="default"
          loading={cancel.isPending}
          onClick={() =>
            confirm({
              title: `Stop this ${kindOf(type).toLowerCase()}?`,
              consequence: 'It stops immediately. Changes already made are kept.',
              confirm: 'Stop',
              onConfirm: () => cancel.mutate({ params }),
            })
          }
        >
          Stop
        </Button>
      )}
    </>
  );
}
