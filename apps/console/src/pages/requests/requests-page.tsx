import { type LoggedRequestListQuery, requestMethods, requestSources } from '@product-content/contract';
import { getRouteApi } from '@tanstack/react-router';
import { operationIds } from '../../api/operations.ts';
import { useRead } from '../../api/use-read.ts';
import { ChoiceFilter, SearchFilter } from '../../components/forms/filters.tsx';
import { EmptyState } from '../../components/page/empty-state.tsx';
import { Link } from '../../components/page/link.tsx';
import { Page } from '../../components/page/page.tsx';
import { Pager } from '../../components/page/pager.tsx';
import { ProblemOf } from '../../components/page/problem-alert.tsx';
import { RequestTable } from './request-table.tsx';
import { type Outcome, outcomes } from './routes.ts';

const route = getRouteApi('/requests');

/** Milliseconds between reads of the newest requests while the first page is shown. */
const refreshMs = 5000;

/** The most recent requests of all keys of the workspace, newest first. */
export function RequestsPage() {
  const search = route.useSearch();
  const { outcome, method, source, operation, key, id, cursor } = search;
  const navigate = route.useNavigate();
  const keys = useRead('keys.list', {});
  const filter = {
    ...(outcome && { status: outcomes[outcome] }),
    ...(method && { method }),
    ...(source && { source }),
    ...(operation && { operation }),
    ...(key && { key: key as LoggedRequestListQuery['key'] }),
    ...(id && { request_id: id }),
  };
  const requests = useRead(
    'requests.list',
    { query: { ...filter, limit: 50, ...(cursor && { cursor }) } },
    { keepPrevious: true, refreshMs: () => (cursor === undefined ? refreshMs : false) },
  );
  const narrow = (change: Partial<typeof search>) =>
    void navigate({ search: { ...search, cursor: undefined, ...change } });
  const next = requests.data?.body.pagination.nextCursor ?? undefined;
  return (
    <Page
      title="Requests"
      description="The last requests of all keys. A request appears about a second after its response."
    >
      <ProblemOf query={requests} />
      <RequestTable
        label="Requests"
        requests={requests.data?.body.data}
        empty={
          Object.keys(filter).length > 0 ? (
            <EmptyState title="No request matches." action={<Link to="/requests">Remove the filters</Link>} />
          ) : (
            <EmptyState title="There are no requests yet." />
          )
        }
        filters={
          <>
            <SearchFilter label="Request id" value={id} onSearch={(value) => narrow({ id: value })} />
            <ChoiceFilter
              label="Outcome"
              value={outcome}
              options={Object.keys(outcomes) as Outcome[]}
              onChange={(value) => narrow({ outcome: value })}
            />
            <ChoiceFilter
              label="Method"
              value={method}
              options={requestMethods}
              onChange={(value) => narrow({ method: value })}
            />
            <ChoiceFilter
              label="Operation"
              value={operation}
              options={operationIds.map((value) => ({ value: value as string, label: value }))}
              onChange={(value) => narrow({ operation: value })}
            />
            <ChoiceFilter
              label="Key"
              value={key}
              options={(keys.data?.body.data ?? []).map((one) => ({ value: one.id as string, label: one.name }))}
              onChange={(value) => narrow({ key: value })}
            />
            <ChoiceFilter
              label="Source"
              value={source}
              options={requestSources}
              onChange={(value) => narrow({ source: value })}
            />
          </>
        }
      />
      <Pager
        total={undefined}
        onFirst={cursor === undefined ? undefined : () => narrow({})}
        onNext={next === undefined ? undefined : () => void navigate({ search: { ...search, cursor: next } })}
      />
    </Page>
  );
}
