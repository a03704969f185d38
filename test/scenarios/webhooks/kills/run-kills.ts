import { setTimeout as delay } from 'node:timers/promises';
import type { WebhookWithSecret } from '@product-content/contract';
import { startDeployment, type Victim, victims } from './deployment.ts';
import { type ReceivedEvents, startReceivers } from './receivers.ts';
import { Writer } from './writer.ts';

export interface KillsOptions {
  /** Changes of products, in all. A multiple of twice the batch. */
  readonly changes: number;
  /** Products of one request. */
  readonly batch: number;
  readonly endpoints: number;
  /** How often the server, the worker and the database die, each. */
  readonly rounds: number;
  /** Longest time between one death and the next; each is another one. */
  readonly pauseMs: number;
  readonly report?: (line: string) => void;
}

/** What came of it. */
export interface KillsReport {
  /** What was written, as `sku@version`. */
  readonly written: readonly string[];
  /** Ids of all events of the feed, and what each tells of as `sku@version`. */
  readonly events: ReadonlyMap<string, string>;
  readonly endpoints: readonly ReceivedEvents[];
  /** Everything that could show a secret: the log of all processes, lists, the feed. */
  readonly shown: string;
  readonly secrets: readonly string[];
  readonly deaths: Readonly<Record<Victim, number>>;
  /** From the first change until the last event had arrived everywhere. */
  readonly seconds: number;
}

/** Its multiples, modulo 1, are spread evenly. */
const goldenRatio = 0.618_034;

/** Writes in bulk while the server, a worker and the database are killed in turn, and until all events have arrived. */
export async function runKills(options: KillsOptions): Promise<KillsReport> {
  const { changes, batch, rounds, pauseMs, report = () => undefined } = options;
  const receivers = await startReceivers(options.endpoints);
  const deployment = await startDeployment();
  try {
    const writer = new Writer(deployment);
    const indexes = Array.from({ length: options.endpoints }, (_, index) => index);
    const secrets: string[] = [];
    for (const index of indexes) {
      const body = { url: receivers.url(index), events: ['product.created', 'product.updated'] };
      const { secret } = JSON.parse(await writer.send('POST', '/webhooks', body)).data as WebhookWithSecret;
      receivers.expect(index, secret);
      secrets.push(secret);
    }
    const begin = performance.now();
    const deaths = { server: 0, worker: 0, database: 0 };
    const died = () => deaths.server + deaths.worker + deaths.database;
    const killing = (async () => {
      for (let death = 0; death < rounds * victims.length; death += 1) {
        const victim = victims[death % victims.length] as Victim;
        await delay(pauseMs * ((death * goldenRatio) % 1));
        await deployment.kill(victim);
        deaths[victim] += 1;
        report(
          `killed ${victim}; received ${indexes.map((index) => receivers.received(index).bodies.size).join(', ')}`,
        );
      }
    })();
    const skus = Array.from({ length: changes / 2 }, (_, index) => `P-${index}`);
    // As many requests after each death: there is always work to be interrupted.
    const mayGoOn = async (part: number) => {
      while (died() < Math.floor(part * rounds * victims.length)) await delay(5);
    };
    const [written] = await Promise.all([writer.write({ skus, revisions: 2, batch, mayGoOn }), killing]);
    const events = await writer.readEvents();
    while (!indexes.every((index) => events.every(({ id }) => receivers.received(index).bodies.has(id)))) {
      await delay(100);
      report(`waiting; received ${indexes.map((index) => receivers.received(index).bodies.size).join(', ')}`);
    }
    const seconds = (performance.now() - begin) / 1000;
    const lists = [await writer.send('GET', '/webhooks')];
    for (const { id } of JSON.parse(lists[0] as string).data) {
      lists.push(await writer.send('GET', `/webhooks/${id}/deliveries?limit=250`));
    }
    return {
      written,
      events: new Map(
        events.map(({ id, data }) => [id, 'product' in data ? `${data.product.sku}@${data.product.version}` : '']),
      ),
      endpoints: indexes.map((index) => receivers.received(index)),
      shown: [deployment.takeLog(), ...lists, JSON.stringify(events)].join('\n'),
      secrets: [...secrets, deployment.key],
      deaths,
      seconds,
    };
  } finally {
    receivers.close();
    await deployment.stop();
  }
}
