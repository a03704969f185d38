import autocannon from 'autocannon';

/** Requests of one measurement. */
export interface Load {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** GET paths, asked for in turn. */
  readonly paths: readonly string[];
  /** For how long, or how many in all: no fewer than there are connections. */
  readonly until: { readonly seconds: number } | { readonly requests: number };
  /** The only status that counts as a success. */
  readonly expected: number;
}

/** As many as keep both cores busy. */
export const connections = 32;

/** Milliseconds between two looks at whether so many requests are done. A load that lasts is looked at each second. */
const lookMs = 20;

/** How autocannon is told when to end. */
export function endOf(until: Load['until']) {
  return 'seconds' in until ? { duration: until.seconds } : { amount: until.requests, sampleInt: lookMs };
}

/** Runs a load. @throws Error when anything but the expected status came back. */
export async function requestsPerSecond({ url, paths, headers, until, expected }: Load): Promise<number> {
  const result = await autocannon({
    url,
    connections,
    ...endOf(until),
    requests: paths.map((path) => ({ path, method: 'GET', headers: { ...headers } })),
  });
  const statuses: Readonly<Record<string, { count?: number }>> = result.statusCodeStats ?? {};
  const others = Object.keys(statuses).filter((status) => status !== String(expected));
  if (others.length > 0 || result.errors > 0) {
    throw new Error(`${url}${paths[0]}: status ${others.join(', ')}, ${result.errors} errors`);
  }
  return (statuses[expected]?.count ?? 0) / result.duration;
}
