import type { PeerProduct } from './peer-products.ts';

/** Where a peer is installed and what it may use. */
export interface Place {
  /** Empty, and removed afterwards. */
  readonly folder: string;
  /** An empty database of its own. */
  readonly databaseUrl: string;
  readonly port: number;
}

/** A server that users could choose for their products. */
export interface Peer {
  /** What `--only` and the results name it. */
  readonly name: string;
  readonly title: string;
  /** The version that is measured. */
  version(): Promise<string>;
  /** Installs it and creates its tables. */
  install(place: Place): Promise<void>;
  /** Starts it in production mode; resolves when it responds. */
  start(place: Place): Promise<RunningPeer>;
  /** Defines products, if they are not built in, and signs in. */
  open(url: string, place: Place): Promise<PeerApi>;
}

/** A peer that serves. Its figures are those of all its processes. */
export interface RunningPeer {
  readonly url: string;
  /** In MiB. */
  residentMemory(): Promise<number>;
  /** What it has computed since it was started. */
  cpuSeconds(): Promise<number>;
  stop(): Promise<void>;
}

export interface PeerRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH';
  readonly path: string;
  readonly body?: unknown;
}

/** The requests of a peer that do the same as those of the others. Lists have pages of 50 and a total. */
export interface PeerApi {
  readonly headers: Readonly<Record<string, string>>;
  create(product: PeerProduct): PeerRequest;
  /** Null where no request creates several products. */
  readonly createMany: ((products: readonly PeerProduct[]) => PeerRequest) | null;
  page(number: number): PeerRequest;
  filtered(status: PeerProduct['status'], brand: string): PeerRequest;
  search(word: string): PeerRequest;
  get(id: string): PeerRequest;
  rename(id: string, name: string): PeerRequest;
  /** The ids of the products that a list responds with. */
  idsOf(list: unknown): string[];
}

/** Sends a request and parses the response. @throws Error with the response unless it is a success. */
export async function send<T>(
  url: string,
  { method, path, body }: PeerRequest,
  headers: Readonly<Record<string, string>> = {},
): Promise<T> {
  const response = await fetch(url + path, {
    method,
    headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
    body: body === undefined ? null : JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text.slice(0, 1000)}`);
  return (text === '' ? null : JSON.parse(text)) as T;
}
