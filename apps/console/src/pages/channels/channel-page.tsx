import { Button, Code } from '@mantine/core';
import type { Channel } from '@product-content/contract';
import { getRouteApi } from '@tanstack/react-router';
import { useRead } from '../../api/use-read.ts';
import { useWrite } from '../../api/use-write.ts';
import { CopyButton } from '../../components/copy-button.tsx';
import { Facts } from '../../components/facts.tsx';
import { Link } from '../../components/link.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { notifySuccess } from '../../components/notify.tsx';
import { Page } from '../../components/page.tsx';
import { Status, Time, Value } from '../../components/values.tsx';
import { useMay } from '../../session/session.ts';
import { RecordList } from './record-list.tsx';

const route = getRouteApi('/channels/$id');

/** One channel: how its products do, and what can be done with it. */
export function ChannelPage() {
  const { id } = route.useParams();
  const mayWrite = useMay('channels.publish');
  const channel = useRead('channels.get', { params: { id } });
  const shown = channel.data?.body.data;
  return (
    <Page
      title={shown?.name ?? 'Channel'}
      parent={<Link to="/channels">Channels</Link>}
      actions={mayWrite && shown !== undefined && <Actions channel={shown} />}
    >
      <Loaded of={channel}>
        {({ body }) => (
          <>
            <ChannelFacts channel={body.data} />
            <RecordList channelId={id} />
          </>
        )}
      </Loaded>
    </Page>
  );
}

function ChannelFacts({ channel }: { readonly channel: Channel }) {
  const { code, platform, status, readiness, listings, feed, scope, lastPublishedAt } = channel;
  return (
    <Facts
      facts={[
        { name: 'Code', value: <Code>{code}</Code> },
        { name: 'Platform', value: platform.replaceAll('_', ' ') },
        { name: 'State', value: <Status state={status} /> },
        { name: 'Products', value: <Value value={scope} /> },
        {
          name: 'Readiness',
          value: `${readiness.ready} of ${readiness.total} ready (${readiness.withWarnings} with warnings), ${readiness.withErrors} with errors`,
        },
        {
          name: 'Listings',
          value: `${listings.listed} listed, ${listings.pending} pending, ${listings.outdated} outdated, ${listings.rejected} rejected, ${listings.notListed} not listed`,
        },
        { name: 'Last published', value: <Time at={lastPublishedAt} /> },
        {
          name: 'Feed',
          value: feed && (
            <>
              <Code>{feed.url}</Code> <CopyButton text={feed.url} what="the feed address" />
            </>
          ),
        },
      ]}
    />
  );
}

function Actions({ channel: { id, status } }: { readonly channel: Channel }) {
  const params = { id };
  const publish = useWrite('channels.publish', {
    onSuccess: ({ body }) =>
      notifySuccess(
        <>
          Publishing started.{' '}
          <Link to="/jobs/$jobId" params={{ jobId: body.data.jobId }}>
            Show its progress
          </Link>
        </>,
      ),
  });
  const patch = useWrite('channels.patch');
  if (status === 'paused') {
    return (
      <Button loading={patch.isPending} onClick={() => patch.mutate({ params, body: { status: 'active' } })}>
        Resume
      </Button>
    );
  }
  if (status !== 'active') return null;
  return (
    <>
      <Button loading={publish.isPending} onClick={() => publish.mutate({ params })}>
        Publish what is ready
      </Button>
      <Button
        variant="default"
        loading={patch.isPending}
        onClick={() => patch.mutate({ params, body: { status: 'paused' } })}
      >
        Pause
      </Button>
    </>
  );
}
