import type { ChildProcess } from 'node:child_process';
import type { Worker } from 'node:cluster';
import type { EventEmitter } from 'node:events';
import type { RateDecision, RateLimitPolicy } from '@contract-kit/http-spec';
import type { RateLimitStore } from '../rate-limit/rate-limit-store.ts';

/**
 * One end of the channel between a process and its child: `process` in a child of `fork` or `node:cluster`, and the
 * `ChildProcess` or `Worker` in its parent. Other messages may use it too.
 */
export type IpcChannel = ChildProcess | Worker | NodeJS.Process;

/** The requests of one turn of the child's event loop; responded to by a message with the same id. */
interface Batch {
  readonly rateLimitBatch: number;
  readonly requests: readonly (readonly [subject: string, policies: readonly RateLimitPolicy[]])[];
}

interface BatchResponse {
  readonly rateLimitBatch: number;
  /** One entry per request, in their order; missing when the store failed. */
  readonly decisions?: readonly (readonly RateDecision[])[];
  readonly error?: string;
}

interface Waiting {
  readonly resolve: (decisions: readonly RateDecision[]) => void;
  readonly reject: (error: Error) => void;
}

/**
 * Counts in the parent process, so that all its children share one limit without a server in between. What arrives in
 * one turn of the event loop travels as one message. Requests that wait when the channel closes are rejected: put it
 * into `withFallback` where a child outlives its parent.
 *
 * @param channel the other end is served by {@link serveRateLimitStore}.
 * @example
 * // In a worker of node:cluster
 * const store = createIpcRateLimitStore(process);
 */
export function createIpcRateLimitStore(channel: IpcChannel): RateLimitStore {
  let batches = 0;
  let requests: Batch['requests'][number][] = [];
  let waiting: Waiting[] = [];
  const sent = new Map<number, readonly Waiting[]>();

  const fail = (id: number, error: Error) => {
    for (const { reject } of sent.get(id) ?? []) reject(error);
    sent.delete(id);
  };
  const flush = () => {
    const batch: Batch = { rateLimitBatch: ++batches, requests };
    sent.set(batches, waiting);
    [requests, waiting] = [[], []];
    send(channel, batch, (error) => error && fail(batch.rateLimitBatch, error));
  };
  const events: EventEmitter = channel;
  events.on('message', (message: unknown) => {
    if (!isBatch<BatchResponse>(message)) return;
    const { rateLimitBatch: id, decisions, error } = message;
    if (decisions === undefined) return fail(id, new Error(error));
    for (const [index, { resolve }] of (sent.get(id) ?? []).entries()) resolve(decisions[index] ?? []);
    sent.delete(id);
  });
  events.on('disconnect', () => {
    for (const id of sent.keys()) fail(id, new Error('The channel to the parent process is closed.'));
  });

  const takeAll: RateLimitStore['takeAll'] = (subject, policies) =>
    new Promise((resolve, reject) => {
      if (requests.length === 0) setImmediate(flush);
      requests.push([subject, policies]);
      waiting.push({ resolve, reject });
    });
  return {
    takeAll,
    take: async (subject, policy) => (await takeAll(subject, [policy]))[0] as RateDecision,
  };
}

/**
 * Lets a child count in a store of this process.
 *
 * @param store shared by all children: usually one of `createMemoryRateLimitStore()`.
 * @example
 * const store = createMemoryRateLimitStore();
 * cluster.on('fork', (worker) => serveRateLimitStore(store, worker));
 */
export function serveRateLimitStore(store: Pick<RateLimitStore, 'takeAll'>, channel: IpcChannel): void {
  // A child that has ended needs no response.
  const respond = (response: BatchResponse) => send(channel, response, () => undefined);
  const events: EventEmitter = channel;
  events.on('message', async (message: unknown) => {
    if (!isBatch<Batch>(message)) return;
    const { rateLimitBatch, requests } = message;
    try {
      const decisions = await Promise.all(requests.map(([subject, policies]) => store.takeAll(subject, policies)));
      respond({ rateLimitBatch, decisions });
    } catch (error) {
      respond({ rateLimitBatch, error: error instanceof Error ? error.message : String(error) });
    }
  });
}

/** The three kinds of channels declare the same function in different ways. */
function send(channel: IpcChannel, message: unknown, done: (error: Error | null) => void): void {
  const { send } = channel as { send?: (message: unknown, done: (error: Error | null) => void) => void };
  if (send === undefined) done(new Error('This process has no channel to a parent.'));
  else send.call(channel, message, done);
}

function isBatch<Message extends Batch | BatchResponse>(message: unknown): message is Message {
  return typeof message === 'object' && message !== null && 'rateLimitBatch' in message;
}
