import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import {
  type Clock,
  encodeId,
  type IdSource,
  type Logger,
  noTracing,
  PollLoop,
  type Tracing,
} from '../../../kernel/index.ts';
import type { OutboundClient } from '../../../outbound/index.ts';
import type { SecretCipher } from '../../../storage/index.ts';
import { type Database, listen } from '../../../storage/index.ts';
import { findWork } from '../webhook-endpoint.sql.ts';
import { webhookChannel } from '../webhook-relay.sql.ts';
import { type Claim, claimDue } from './claims.ts';
import { type EndpointRunOptions, runEndpoint } from './endpoint-run.ts';
import { Recorder } from './recorder.ts';
import { Relay } from './relay.ts';
import { createSender } from './sender.ts';
import type { SwitchedOffEndpoint } from './switch-off.ts';
import type { WebhookMeasures } from './webhook-measures.ts';

export interface DeliveryEngineOptions {
  readonly database: Database;
  /** Of the same database, for a connection that listens. */
  readonly databaseUrl: string;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly logger: Logger;
  readonly cipher: SecretCipher;
  /** Seconds before each retry. */
  readonly schedule: readonly number[];
  readonly client: OutboundClient;
  /** Default: traces are off. */
  readonly tracing?: Tracing;
  readonly measures?: Pick<WebhookMeasures, 'note'>;
}

/** Sends due deliveries until it is stopped. */
export interface DeliveryEngine {
  /** Starts no further attempts, waits for running ones and releases the rest. */
  stop(graceMs: number): Promise<void>;
}

/** Milliseconds between looks for work without a notification: shorter while deliveries are due. */
const pollMs = { idle: 1000, due: 250 };
/** Milliseconds after which events are relayed even if no look has found any. */
const relayPollMs = 60_000;
/** Milliseconds until events that could not be ordered yet are checked again. */
const unsettledMs = 15;
const afterErrorMs = 1000;

/** Endpoints served at the same time. Endpoints whose last attempt failed do not take up the capacity of the others. */
const capacity = { healthy: 128, failing: 256 };
/**
 * Bytes of bodies held at once, for each of the two groups; a body takes some three times as many while it is sent. An
 * endpoint starts when there is room for the longest body, so that a few large ones never hold up small ones.
 */
const bytesInAll = 64 * 1024 * 1024;
const maxBodyBytes = 1024 * 1024;
/** Deliveries of one endpoint that are claimed at once, and attempted at the same time. */
const perEndpoint = 100;
const bytesPerEndpoint = 512 * 1024;
const concurrency = 10;
/**
 * Milliseconds for which an endpoint gets no attempts after a failure. Attempts already running at the first failure
 * also count, at most {@link concurrency} of them; the remaining failures up to the switch-off take longer than an
 * outage of one second.
 */
const pauseMs = 250;
/**
 * Attempts of a claim start within this time; the claim lasts longer by the margin. When a process dies, another one
 * sends its deliveries after the sum of these and the timeout of an exchange.
 */
const startWithinMs = 3000;
const marginMs = 2000;

/** Creates deliveries from events and sends them. Woken by writes; several processes may run it at the same time. */
export function startDeliveryEngine(options: DeliveryEngineOptions): DeliveryEngine {
  const { database, databaseUrl, logger, client, tracing = noTracing } = options;
  const stopping = new AbortController();
  const relay = new Relay(options);
  const sender = createSender(client);
  const onSwitchedOff = ({ workspaceId, id }: SwitchedOffEndpoint) => {
    const shown = { workspaceId: encodeId('workspace', workspaceId), webhookId: encodeId('webhook', id) };
    logger.warn(shown, 'A webhook endpoint was switched off.');
  };
  const recorder = new Recorder({ ...options, pauseMs, onSwitchedOff });
  const runOptions: EndpointRunOptions = { ...options, tracing, sender, recorder, concurrency, random: Math.random };
  const leaseSeconds = (startWithinMs + client.timeoutMs + marginMs) / 1000;
  const runs = new Set<Promise<void>>();
  const busy = { healthy: { endpoints: 0, bytes: 0 }, failing: { endpoints: 0, bytes: 0 } };

  const run = async (claim: Claim, startBy: number): Promise<void> => {
    const taken = busy[claim.failing ? 'failing' : 'healthy'];
    taken.endpoints += 1;
    taken.bytes += claim.bytes;
    try {
      const succeeded = await runEndpoint(claim, runOptions, { startBy, signal: stopping.signal });
      if (!succeeded) setTimeout(() => sending.wake(), pauseMs + 10).unref();
    } catch (err) {
      logger.error({ err }, 'The outcome of webhook deliveries could not be saved; they will be sent again.');
    } finally {
      taken.endpoints -= 1;
      taken.bytes -= claim.bytes;
      sending.wake();
    }
  };

  const claim = async (kind: keyof typeof capacity): Promise<void> => {
    const room = Math.floor((bytesInAll - busy[kind].bytes) / maxBodyBytes);
    const endpoints = Math.min(capacity[kind] - busy[kind].endpoints, room);
    if (endpoints <= 0) return;
    const startBy = performance.now() + startWithinMs;
    const amount = { endpoints, perEndpoint, bytesPerEndpoint, leaseSeconds };
    const claims = await claimDue(database, { failing: kind === 'failing', ...amount });
    for (const each of claims) {
      const running = run(each, startBy).finally(() => runs.delete(running));
      runs.add(running);
    }
  };

  const afterError = (err: unknown): number => {
    logger.error({ err }, 'Looking for webhook deliveries failed; it will be tried again.');
    return afterErrorMs;
  };
  const sending = new PollLoop(async () => {
    // One look for everything: most often there is nothing.
    const [work] = await database.run(findWork, {});
    if (work?.events) relaying.wake();
    const { healthy, failing } = { healthy: work?.healthy ?? Infinity, failing: work?.failing ?? Infinity };
    if (healthy <= 0) await claim('healthy');
    if (failing <= 0) await claim('failing');
    const nextSeconds = Math.min(healthy, failing);
    return nextSeconds <= 0 ? pollMs.due : Math.min(nextSeconds * 1000 + 1, pollMs.idle);
  }, afterError);
  const relaying = new PollLoop(async () => {
    const { deliveries, unsettled, more } = await relay.run(stopping.signal);
    if (deliveries > 0) sending.wake();
    if (more) return 0;
    return unsettled ? unsettledMs : relayPollMs;
  }, afterError);

  const stopListening = listen({
    url: databaseUrl,
    channel: webhookChannel,
    onNotification: () => {
      relaying.wake();
      sending.wake();
    },
    onError: (err) =>
      logger.warn(
        { err },
        'Notifications about webhook deliveries are not received; the server polls every second instead.',
      ),
  });

  return {
    async stop(graceMs) {
      stopping.abort();
      await Promise.all([stopListening(), relaying.stop(), sending.stop()]);
      const over = new AbortController();
      await Promise.race([Promise.all(runs), delay(graceMs, undefined, { signal: over.signal })]);
      over.abort();
      recorder.close();
    },
  };
}
