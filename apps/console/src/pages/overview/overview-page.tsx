import { contract } from '@product-content/contract';
import { useQuery } from '../../api/use-query.ts';
import { Loaded } from '../../components/loaded.tsx';
import { Page } from '../../components/page.tsx';
import { Time } from '../../components/values.tsx';
import { toHash } from '../../route.ts';
import { baseUrl } from '../../session/api.ts';
import { useMay, useSession } from '../../session/session.ts';

/** The workspace, what the key may do in it, and where to read on. */
export function OverviewPage() {
  const { caller } = useSession();
  const mayReadProducts = useMay(contract.products.list);
  const { key, workspace, limits } = caller;
  return (
    <Page title="Overview">
      <dl>
        <dt>Workspace</dt>
        <dd>
          {workspace.name} <code class="muted">{workspace.slug}</code>
        </dd>
        <dt>API</dt>
        <dd>
          <code>{baseUrl}</code>
        </dd>
        <dt>Locales</dt>
        <dd>{workspace.locales.join(', ')}</dd>
        <dt>Currencies</dt>
        <dd>{workspace.currencies.join(', ')}</dd>
        <dt>Key</dt>
        <dd>
          {key.name} <code class="muted">{key.prefix}…</code>
          {key.expiresAt !== null && (
            <>
              , until <Time at={key.expiresAt} />
            </>
          )}
        </dd>
        <dt>Scopes</dt>
        <dd>{caller.scopes.join(', ')}</dd>
        <dt>Requests</dt>
        <dd>
          {limits.requests.limit} in any {limits.requests.windowSeconds} seconds
        </dd>
        {mayReadProducts && (
          <>
            <dt>Products</dt>
            <dd>
              <ProductCounts />
            </dd>
          </>
        )}
      </dl>
      <h2>Read on</h2>
      <ul>
        <li>
          <a href={`${baseUrl}/docs`}>The operations of the API</a>, to be tried in the browser
        </li>
        <li>
          <a href={`${baseUrl}/openapi.json`}>The OpenAPI document</a>
        </li>
      </ul>
    </Page>
  );
}

/** How many products there are. */
function ProductCounts() {
  const { api } = useSession();
  const counts = useQuery('counts', async (signal) => {
    const [all, drafts] = await Promise.all([
      api.products.list({ query: { limit: 1 }, signal }),
      api.products.list({ query: { limit: 1, status: ['draft'] }, signal }),
    ]);
    return { all: all.body.pagination.total, drafts: drafts.body.pagination.total };
  });
  return (
    <Loaded of={counts}>
      {({ all, drafts }) => (
        <>
          <a href={toHash(['products'])}>{all}</a>,{' '}
          <a href={toHash(['products'], { status: 'draft' })}>{drafts} of them draft</a>
        </>
      )}
    </Loaded>
  );
}
