import { setTimeout as delay } from 'node:timers/promises';
import type { Channel, ChannelRecord, Job } from '@product-content/contract';
import { expect } from 'vitest';
import type { OpenWorkspace } from '../open-workspace.ts';

/** A channel of a CSV feed with name and price, unless told otherwise. */
export async function createChannel(open: OpenWorkspace, input: object = {}): Promise<Channel> {
  const response = await open.api.post<Channel>('/channels', {
    code: 'shop',
    name: 'Shop',
    type: 'shop',
    platform: 'csv_feed',
    mapping: [
      { target: 'id', source: 'sku', required: true },
      { target: 'title', source: { field: 'name' }, required: true },
      { target: 'price', source: 'price', required: true },
    ],
    ...input,
  });
  expect(response.status, response.toString()).toBe(201);
  return response.data;
}

/** A product that is approved and has a price. */
export function createGood(open: OpenWorkspace, sku: string, input: object = {}) {
  return open.product(sku, { status: 'approved', price: 9.9, ...input });
}

export function readRecords(open: OpenWorkspace, { id }: Pick<Channel, 'id'>, query = ''): Promise<ChannelRecord[]> {
  return open.read<ChannelRecord[]>(`/channels/${id}/products?${query}`);
}

/** The issues of a record as `CODE field`. */
export function issuesOf(record: ChannelRecord | undefined): string[] {
  return record?.issues.map(({ code, field }) => `${code} ${field}`) ?? [];
}

/** Publishes and waits for the end of the job. */
export async function publish(open: OpenWorkspace, { id }: Pick<Channel, 'id'>, request?: object): Promise<Job> {
  const accepted = await open.api.post<Job>(`/channels/${id}/publish`, request);
  expect(accepted.status, accepted.toString()).toBe(202);
  const path = `/jobs/${accepted.data.jobId}`;
  for (;;) {
    const job = await open.read<Job>(path);
    if (job.status !== 'queued' && job.status !== 'running') return job;
    await delay(30);
  }
}

/** The feed of a channel as who has its address gets it. */
export async function fetchFeed(
  open: OpenWorkspace,
  { id }: Pick<Channel, 'id'>,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  const { feed } = await open.read<Channel>(`/channels/${id}`);
  return fetch(feed?.url ?? '', { headers: { 'accept-encoding': 'identity', ...headers } });
}
