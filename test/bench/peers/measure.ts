import autocannon from 'autocannon';
import { median, percentile } from '../benchmark.ts';
import { endOf, type Load } from '../load.ts';
import { type Peer, type PeerApi, type PeerRequest, type Place, type RunningPeer, send } from './peer.ts';
import { brands, peerProduct } from './peer-products.ts';
import { sizeOf } from './program.ts';

/** How fast a peer does one kind of work. */
export interface Figure {
  readonly work: string;
  /** Products a second for requests that create several, requests for all others. */
  readonly perSecond: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
  /** Milliseconds that the server computes for a request: nearly the same on a busy machine. */
  readonly cpu: number;
}

export interface PeerResult {
  readonly peer: string;
  readonly title: string;
  readonly version: string;
  readonly figures: readonly Figure[];
  /** Until the first response, with its tables in place. */
  readonly startSeconds: number;
  /** MiB of its processes, without PostgreSQL. */
  readonly idleMemory: number;
  readonly loadedMemory: number;
  /** MiB of the folder it is installed in, before it stores anything. */
  readonly installSize: number;
}

export interface Amount {
  readonly products: number;
  /** When a measurement ends, and the warming up before it. */
  readonly until: Load['until'];
  readonly connections: number;
}

/** The amount of the published figures. */
export const fullAmount: Amount = { products: 2_000, until: { seconds: 5 }, connections: 10 };

const bulkSize = 100;
const pageSize = 50;

/** Installs a peer, fills it with products and measures it. */
export async function measurePeer(
  peer: Peer,
  place: Place,
  amount: Amount,
  say: (text: string) => void,
): Promise<PeerResult> {
  const { name, title } = peer;
  say(`${name}: installing`);
  await peer.install(place);
  const installSize = await sizeOf(place.folder);
  say(`${name}: ${installSize} MiB, starting`);
  // The first start may prepare what later ones find.
  await (await peer.start(place)).stop();
  const startedAt = performance.now();
  const running = await peer.start(place);
  const startSeconds = (performance.now() - startedAt) / 1000;
  try {
    const idleMemory = await running.residentMemory();
    const figures = await measureRunning(running, await peer.open(running.url, place), amount, (text) =>
      say(`${name}: ${text}`),
    );
    const loadedMemory = await running.residentMemory();
    const version = await peer.version();
    return { peer: name, title, version, figures, startSeconds, idleMemory, loadedMemory, installSize };
  } finally {
    await running.stop();
  }
}

/** Fills a server that runs, checks that its lists have what all peers must find, and measures each kind of work. */
export async function measureRunning(
  running: Pick<RunningPeer, 'url' | 'cpuSeconds'>,
  api: PeerApi,
  amount: Amount,
  say: (text: string) => void = () => {},
): Promise<Figure[]> {
  const { url } = running;
  await fill(url, api, amount.products);
  const lists = listsOf(api, amount.products);
  const pages = Math.ceil(amount.products / pageSize);
  // A bulk request succeeds even if some of its products are rejected; the last page shows whether all are there.
  const lastPage = { work: 'last page', request: api.page(pages), found: amount.products - (pages - 1) * pageSize };
  for (const { work, request, found } of [lastPage, ...lists]) {
    const listed = api.idsOf(await send(url, request, api.headers)).length;
    const expected = Math.min(found, pageSize);
    if (listed !== expected) throw new Error(`${work}: ${listed} products instead of ${expected}.`);
  }
  const ids = api.idsOf(await send(url, api.page(1), api.headers));
  const figures: Figure[] = [];
  for (const { work, next, rows = 1 } of worksOf(api, ids, lists, amount.products)) {
    // Few clients send bulk requests at once.
    const connections = rows === 1 ? amount.connections : 1;
    const { perSecond, ...times } = await load(running, api.headers, next, { ...amount, connections });
    figures.push({ work, perSecond: perSecond * rows, ...times });
    say(
      `${work}: ${(perSecond * rows).toFixed(1)}/s, ${times.p50.toFixed(1)} / ${times.p99.toFixed(1)} ms, CPU ${times.cpu.toFixed(2)} ms`,
    );
  }
  return figures;
}

interface List {
  readonly work: string;
  readonly request: PeerRequest;
  /** How many products it has to find. */
  readonly found: number;
}

function listsOf(api: PeerApi, count: number): List[] {
  const all = Array.from({ length: count }, (_, number) => peerProduct(number));
  const [status, brand, word] = ['approved', brands[0] as string, 'hammock'] as const;
  const inBoth = all.filter((product) => product.status === status && product.brand === brand);
  const named = all.filter(({ name }) => name.includes(word));
  return [
    { work: 'list, 50 with total', request: api.page(1), found: count },
    { work: 'list by status and brand', request: api.filtered(status, brand), found: inBoth.length },
    { work: 'search for a word', request: api.search(word), found: named.length },
  ];
}

interface Work {
  readonly work: string;
  readonly next: () => PeerRequest;
  /** Products of a request. */
  readonly rows?: number;
}

/** @param count of products that are there: what is created has numbers behind theirs. */
function worksOf(api: PeerApi, ids: readonly string[], lists: readonly List[], count: number): Work[] {
  let sent = 0;
  const idOf = () => ids[sent++ % ids.length] as string;
  const created = () => peerProduct(count + sent++);
  const { createMany } = api;
  return [
    { work: 'read one', next: () => api.get(idOf()) },
    ...lists.map(({ work, request }) => ({ work, next: () => request })),
    { work: 'create one', next: () => api.create(created()) },
    { work: 'rename one', next: () => api.rename(idOf(), `Renamed ${sent}`) },
    ...(createMany === null
      ? []
      : [
          {
            work: `create ${bulkSize} at once`,
            next: () => createMany(Array.from({ length: bulkSize }, created)),
            rows: bulkSize,
          },
        ]),
  ];
}

async function fill(url: string, { create, createMany, headers }: PeerApi, count: number): Promise<void> {
  const size = createMany === null ? 1 : bulkSize;
  const parts = Array.from({ length: Math.ceil(count / size) }, (_, part) =>
    Array.from({ length: Math.min(size, count - part * size) }, (_, index) => peerProduct(part * size + index)),
  );
  for (const products of parts) {
    const [first] = products;
    if (first === undefined) continue;
    await send(url, createMany === null ? create(first) : createMany(products), headers);
  }
}

/** Sends requests, after a first run that is not counted. @throws Error on any other status than 2xx. */
async function load(
  { url, cpuSeconds }: Pick<RunningPeer, 'url' | 'cpuSeconds'>,
  headers: Readonly<Record<string, string>>,
  next: () => PeerRequest,
  { connections, until }: Amount,
): Promise<Omit<Figure, 'work'>> {
  const once = async () => {
    const times: number[] = [];
    const computed = await cpuSeconds();
    const startedAt = performance.now();
    let endedAt = startedAt;
    const options: autocannon.Options = {
      url,
      connections,
      ...endOf(until),
      // Each request is made anew: what is created differs.
      requests: [
        {
          setupRequest(defaults) {
            const { method, path, body } = next();
            const json = body === undefined ? {} : { 'content-type': 'application/json' };
            const request = { ...defaults, method, path, headers: { ...headers, ...json } };
            return body === undefined ? request : { ...request, body: JSON.stringify(body) };
          },
        },
      ],
    };
    const { non2xx, errors, statusCodeStats } = await new Promise<autocannon.Result>((resolve, reject) => {
      const run = autocannon(options, (error, result) => (error ? reject(error) : resolve(result)));
      run.on('response', (_client, _status, _bytes, milliseconds) => {
        times.push(milliseconds);
        endedAt = performance.now();
      });
    });
    if (non2xx > 0 || errors > 0 || times.length === 0) {
      throw new Error(`${next().path}: ${JSON.stringify(statusCodeStats)}, ${errors} errors`);
    }
    return {
      perSecond: (times.length / (endedAt - startedAt)) * 1000,
      p50: median(times),
      p99: percentile(times, 0.99),
      cpu: (((await cpuSeconds()) - computed) * 1000) / times.length,
    };
  };
  // The error of a request that fails shows its response.
  await send(url, next(), headers);
  await once();
  return once();
}
