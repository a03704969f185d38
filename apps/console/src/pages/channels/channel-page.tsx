import { Button, Code, Group, Stack, Tabs } from '@mantine/core';
import type { Channel } from '@product-content/contract';
import { getRouteApi } from '@tanstack/react-router';
import { useRead } from '../../api/use-read.ts';
import { useWrite } from '../../api/use-write.ts';
import { CopyButton } from '../../components/forms/copy-button.tsx';
import { describeFilter } from '../../components/forms/product-filter-fields.tsx';
import { Link } from '../../components/page/link.tsx';
import { notifySuccess } from '../../components/page/notify.tsx';
import { RecordPage } from '../../components/page/page.tsx';
import { Facts } from '../../components/records/facts.tsx';
import { Meter, Status, Time } from '../../components/records/values.tsx';
import { useMay } from '../../session/session.ts';
import { platformNames } from './channel-fields.tsx';
import { ChannelSettings } from './channel-settings.tsx';
import { describeListings } from './channels-page.tsx';
import { IssueTable } from './issue-table.tsx';
import { MappingTable } from './mapping/mapping-table.tsx';
import { RecordList } from './record-list.tsx';
import { channelTabs } from './routes.ts';

const route = getRouteApi('/channels/$id');

const tabTitles: Readonly<Record<ChannelTab, string>> = {
  readiness: 'Readiness',
  products: 'Products',
  mapping: 'Mapping',
  settings: 'Settings',
};

type ChannelTab = (typeof channelTabs)[number];

/** Milliseconds between requests while statistics are being recomputed. */
const refreshMs = 1500;

/** One channel: the state of its products, what it sends, and its actions. */
export function ChannelPage() {
  const { id } = route.useParams();
  const { tab = 'readiness' } = route.useSearch();
  const navigate = route.useNavigate();
  const mayWrite = useMay('channels.publish');
  const channel = useRead(
    'channels.get',
    { params: { id } },
    { refreshMs: ({ body }) => (body.data.refreshing ? refreshMs : false) },
  );
  const tabs = channelTabs.filter((one) => one !== 'settings' || mayWrite);
  return (
    <RecordPage
      of={channel}
      title={({ name }) => name}
      untitled="Channel"
      parent={<Link to="/channels">Channels</Link>}
      actions={(data) => mayWrite && <Actions channel={data} />}
    >
      {(data) => (
        <>
          <ChannelFigures channel={data} />
          <Tabs
            value={tab}
            keepMounted={false}
            onChange={(chosen) => void navigate({ search: { tab: chosen as ChannelTab }, resetScroll: false })}
          >
            <Tabs.List mb="lg" aria-label="Parts of the channel">
              {tabs.map((one) => (
                <Tabs.Tab key={one} value={one}>
                  {tabTitles[one]}
                </Tabs.Tab>
              ))}
            </Tabs.List>
            <Tabs.Panel value="readiness">
              <IssueTable channel={data} />
            </Tabs.Panel>
            <Tabs.Panel value="products">
              <RecordList channel={data} />
            </Tabs.Panel>
            <Tabs.Panel value="mapping">
              <MappingTable channel={data} />
            </Tabs.Panel>
            <Tabs.Panel value="settings">
              <Stack gap="lg">
                <ChannelSettings key={data.updatedAt} channel={data} />
              </Stack>
            </Tabs.Panel>
          </Tabs>
        </>
      )}
    </RecordPage>
  );
}

function ChannelFigures({ channel }: { readonly channel: Channel }) {
  const { code, platform, status, readiness, listings, feed, scope, lastPublishedAt, refreshing } = channel;
  const percent = readiness.total === 0 ? 0 : Math.floor((readiness.ready / readiness.total) * 100);
  return (
    <Facts
      facts={[
        { name: 'State', value: <Status state={refreshing ? 'processing' : status} /> },
        { name: 'Platform', value: platformNames[platform].name },
        { name: 'Code', value: <Code>{code}</Code> },
        { name: 'Products', value: describeFilter(scope) },
        {
          name: 'Readiness',
          value: (
            <>
              <Meter label="Ready products" percent={percent} />
              {readiness.ready.toLocaleString('en')} of {readiness.total.toLocaleString('en')} ready,{' '}
              {readiness.withWarnings.toLocaleString('en')} of them with warnings
            </>
          ),
        },
        { name: 'Listings', value: describeListings(listings) },
        { name: 'Last published', value: <Time at={lastPublishedAt} /> },
        {
          name: 'Feed',
          value: feed && (
            <Group gap="sm">
              <CopyButton text={feed.url} what="the feed address" label="Copy address" />
              {feed.format.toUpperCase()}
              {feed.itemCount !== null && `, ${feed.itemCount.toLocaleString('en')} products`}
            </Group>
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
        Publish ready products
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
