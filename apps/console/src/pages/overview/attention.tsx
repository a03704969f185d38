import { Group, Paper, Stack, Text } from '@mantine/core';
import { CheckCircleIcon } from '@primer/octicons-react';
import type { ReactNode } from 'react';
import { useRead } from '../../api/use-read.ts';
import { Link } from '../../components/page/link.tsx';
import { Section } from '../../components/page/page.tsx';
import { Status, Time } from '../../components/records/values.tsx';
import { useMay } from '../../session/session.ts';
import { nameOfJob } from '../jobs/job-name.ts';

interface Matter {
  readonly id: string;
  readonly tone: 'bad' | 'busy';
  /** `failed`, `expires` */
  readonly state: string;
  readonly text: ReactNode;
}

/** Days before the expiry of a key in which it is mentioned. */
const expiryDays = 14;

/** Problems that need action, worst first; or a message that there are none. */
export function Attention() {
  const lists = [useFailedImports(), useRejectedListings(), useSwitchedOffEndpoints(), useKeys()];
  const matters = lists.flatMap(({ matters: found }) => found);
  if (lists.some(({ isLoading }) => isLoading)) return null;
  return (
    <Section title="Needs attention">
      {matters.length === 0 ? (
        <Paper withBorder p="lg">
          <Group gap="sm" wrap="nowrap">
            <Text span c="var(--console-good)" lh={1}>
              <CheckCircleIcon />
            </Text>
            All is well: imports, listings, endpoints and keys.
          </Group>
        </Paper>
      ) : (
        <Stack component="ul" gap={0} className="plain matters" aria-label="Needs attention">
          {matters
            .toSorted((one, other) => one.tone.localeCompare(other.tone))
            .map(({ id, tone, state, text }) => (
              <Group key={id} component="li" gap="md" p="md" wrap="nowrap" align="baseline">
                <Status state={state} tone={tone} />
                <span className="value">{text}</span>
              </Group>
            ))}
        </Stack>
      )}
    </Section>
  );
}

interface Found {
  readonly matters: readonly Matter[];
  readonly isLoading: boolean;
}

/** Imports name no channel. */
const noChannels: ReadonlyMap<string, string> = new Map();

/** Recent imports that failed, or in which rows failed. */
function useFailedImports(): Found {
  const enabled = useMay('jobs.list');
  const jobs = useRead('jobs.list', { query: { type: 'import', limit: 50 } }, { enabled });
  const matters = (jobs.data?.body.data ?? [])
    .filter(({ status, errorCount }) => status === 'failed' || errorCount > 0)
    .slice(0, 5)
    .map((job): Matter => {
      const { jobId, status, errorCount, createdAt } = job;
      return {
        id: jobId,
        tone: status === 'failed' ? 'bad' : 'busy',
        state: status === 'failed' ? 'failed' : 'with errors',
        text: (
          <>
            <Link to="/jobs/$jobId" params={{ jobId }}>
              {nameOfJob(job, noChannels)}
            </Link>
            {errorCount > 0 && `: ${errorCount.toLocaleString('en')} ${errorCount === 1 ? 'row' : 'rows'} failed`},{' '}
            <Time at={createdAt} />
          </>
        ),
      };
    });
  return { matters, isLoading: jobs.isLoading };
}

function useRejectedListings(): Found {
  const enabled = useMay('channels.list');
  const channels = useRead('channels.list', {}, { enabled });
  const matters = (channels.data?.body.data ?? [])
    .filter(({ listings }) => listings.rejected > 0)
    .map(
      ({ id, name, listings }): Matter => ({
        id,
        tone: 'bad',
        state: 'rejected',
        text: (
          <Link to="/channels/$id" params={{ id }}>
            {listings.rejected.toLocaleString('en')} {listings.rejected === 1 ? 'listing' : 'listings'} on {name}
          </Link>
        ),
      }),
    );
  return { matters, isLoading: channels.isLoading };
}

function useSwitchedOffEndpoints(): Found {
  const enabled = useMay('webhooks.list');
  const endpoints = useRead('webhooks.list', {}, { enabled });
  const matters = (endpoints.data?.body.data ?? [])
    .filter(({ status, consecutiveFailures }) => status === 'switched_off' || consecutiveFailures > 0)
    .map(({ id, url, description, status, consecutiveFailures }): Matter => {
      const isOff = status === 'switched_off';
      return {
        id,
        tone: isOff ? 'bad' : 'busy',
        state: isOff ? 'switched off' : 'failing',
        text: (
          <Link to="/webhooks/$id" params={{ id }}>
            Webhook endpoint {description ?? url}: {consecutiveFailures} failed attempts in a row
          </Link>
        ),
      };
    });
  return { matters, isLoading: endpoints.isLoading };
}

/** Keys that expire soon, and keys whose programs use deprecated features. */
function useKeys(): Found {
  const enabled = useMay('keys.list');
  const keys = useRead('keys.list', {}, { enabled });
  const soon = Date.now() + expiryDays * 86_400_000;
  const matters = (keys.data?.body.data ?? []).flatMap(({ id, name, expiresAt, deprecatedUses }): Matter[] => {
    const link = (text: string) => (
      <Link to="/keys/$id" params={{ id }}>
        {text}
      </Link>
    );
    const ends = expiresAt === null ? Number.POSITIVE_INFINITY : new Date(expiresAt).getTime();
    const day = new Date(ends).toLocaleDateString(undefined, { dateStyle: 'medium' });
    const found: Matter[] = [];
    if (ends > Date.now() && ends < soon) {
      found.push({ id, tone: 'busy', state: 'expires', text: link(`Key ${name}, on ${day}`) });
    }
    if (deprecatedUses.length > 0) {
      const operations = deprecatedUses.map(({ operationId }) => operationId).join(', ');
      found.push({ id: `${id} uses`, tone: 'busy', state: 'deprecated', text: link(`Key ${name} uses ${operations}`) });
    }
    return found;
  });
  return { matters, isLoading: keys.isLoading };
}
