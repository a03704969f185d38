import type { Job, JobError } from '@product-content/contract';
import { download } from '../../api/download.ts';
import { useQuery } from '../../api/use-query.ts';
import { ActionButton } from '../../components/buttons.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { Pager } from '../../components/pager.tsx';
import { type Column, Table } from '../../components/table.tsx';
import { type Route, toHash } from '../../route.ts';
import { useSession } from '../../session/session.ts';

/** What a table of problems of rows shows. */
export const problemColumns: readonly Column<JobError>[] = [
  { title: 'Row', cell: ({ row }) => row ?? '–' },
  { title: 'Column', cell: ({ column }) => column ?? '–' },
  { title: 'SKU', cell: ({ sku }) => sku ?? '–' },
  { title: 'Field', cell: ({ field }) => (field === null ? '–' : <code>{field}</code>) },
  { title: 'Problem', cell: ({ message }) => message },
];

/** What is wrong with which row of a job. */
export function ErrorList({ job: { jobId, errorCount }, route }: { job: Job; route: Route }) {
  const { api } = useSession();
  const params = { jobId };
  const page = Number(route.query.get('page') ?? 1);
  const errors = useQuery(
    `errors ${jobId} ${page} ${errorCount}`,
    async (signal) => (await api.jobs.errors({ params, query: { page, limit: 50 }, signal })).body,
  );
  const save = async () => download((await api.jobs.errorsFile({ params })).body);
  return (
    <>
      <h2>Row errors</h2>
      <ActionButton onClick={save}>Download them as CSV</ActionButton>
      <Loaded of={errors}>
        {({ data, pagination }) => (
          <>
            <Table
              label="Row errors"
              columns={problemColumns}
              rows={data}
              keyOf={({ row, field, message }) => `${row} ${field} ${message}`}
              empty="There are none."
            />
            <Pager {...pagination} hrefOf={(number) => toHash(['jobs', jobId], { page: number })} />
          </>
        )}
      </Loaded>
    </>
  );
}
