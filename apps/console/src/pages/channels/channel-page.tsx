import { type Channel, contract } from '@product-content/contract';
import { useState } from 'preact/hooks';
import { useQuery } from '../../api/use-query.ts';
import { ActionButton, CopyButton } from '../../components/buttons.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { Notice } from '../../components/notice.tsx';
import { Page } from '../../components/page.tsx';
import { Badge, Json, Time } from '../../components/values.tsx';
import { type Route, toHash } from '../../route.ts';
import { useMay, useSession } from '../../session/session.ts';
import { RecordList } from './record-list.tsx';

/** One channel: how its products do, and what can be done with it. */
export function ChannelPage({ id, route }: { id: string; route: Route }) {
  const { api } = useSession();
  const mayWrite = useMay(contract.channels.publish);
  const channel = useQuery(
    `channel ${id}`,
    async (signal) => (await api.channels.get({ params: { id }, signal })).body.data,
  );
  return (
    <Page title="Channel">
      <Loaded of={channel}>
        {(shown) => (
          <>
            <Facts channel={shown} />
            {mayWrite && <Actions channel={shown} onChanged={channel.reload} />}
            <RecordList channelId={id} route={route} />
          </>
        )}
      </Loaded>
    </Page>
  );
}

function Facts({ channel }: { channel: Channel }) {
  const { name, code, platform, status, readiness, listings, feed, scope, lastPublishedAt } = channel;
  return (
    <dl>
      <dt>Name</dt>
      <dd>
        {name} <code class="muted">{code}</code>
      </dd>
      <dt>Platform</dt>
      <dd>{platform.replaceAll('_', ' ')}</dd>
      <dt>State</dt>
      <dd>
        <Badge state={status} />
      </dd>
      <dt>Products</dt>
      <dd>
        <Json value={scope} />
      </dd>
      <dt>Readiness</dt>
      <dd>
        {readiness.ready} of {readiness.total} ready ({readiness.withWarnings} with warnings), {readiness.withErrors}{' '}
        with errors
      </dd>
      <dt>Listings</dt>
      <dd>
        {listings.listed} listed, {listings.pending} pending, {listings.outdated} outdated, {listings.rejected}{' '}
        rejected, {listings.notListed} not listed
      </dd>
      <dt>Last published</dt>
      <dd>
        <Time at={lastPublishedAt} />
      </dd>
      {feed !== null && (
        <>
          <dt>Feed</dt>
          <dd>
            <code>{feed.url}</code> <CopyButton text={feed.url} what="feed address" />
          </dd>
        </>
      )}
    </dl>
  );
}

function Actions({ channel: { id, status }, onChanged }: { channel: Channel; onChanged: () => void }) {
  const { api } = useSession();
  const [job, setJob] = useState<string | null>(null);
  const params = { id };
  const publish = async () => {
    const { body } = await api.channels.publish({ params });
    setJob(body.data.jobId);
    onChanged();
  };
  const turn = async (to: 'active' | 'paused') => {
    await api.channels.patch({ params, body: { status: to } });
    onChanged();
  };
  return (
    <>
      <p class="actions">
        {status === 'active' && <ActionButton onClick={publish}>Publish what is ready</ActionButton>}
        {status === 'active' && <ActionButton onClick={() => turn('paused')}>Pause</ActionButton>}
        {status === 'paused' && <ActionButton onClick={() => turn('active')}>Resume</ActionButton>}
      </p>
      {job !== null && (
        <Notice kind="success">
          It is being published: <a href={toHash(['jobs', job])}>see how it goes</a>.
        </Notice>
      )}
    </>
  );
}
