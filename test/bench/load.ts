import autocannon from 'autocannon';

/** Requests of one measurement. */
export interface Load {
  readonly url: string;
  readonly method?: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  /** Paths asked for in turn. */
  readonly paths: readonly string[];
  /** Seconds. */
  readonly duration: number;
  readonly connections: number;
  /** The only status that counts as an answer. */
  readonly expected: number;
}

/** Runs a load and returns its requests per second. @throws Error when anything but the expected status came back. */
export async function requestsPerSecond({
  url,
  paths,
  headers,
  method,
  duration,
  connections,
  expected,
}: Load): Promise<number> {
  const result = await autocannon({
    url,
    connections,
    duration,
    requests: paths.map((path) => ({ path, method: method ?? 'GET', headers: { ...headers } })),
  });
  const statuses: Readonly<Record<string, { count?: number }>> = result.statusCodeStats ?? {};
  const answered = statuses[expected]?.count ?? 0;
  const others = Object.keys(statuses).filter((status) => status !== String(expected));
  if (others.length > 0 || result.errors > 0)
    throw new Error(`${url}${paths[0]} answered ${others.join(', ')}, ${result.errors} errors`);
  return answered / result.duration;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? (sorted[middle] ?? 0) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
}
