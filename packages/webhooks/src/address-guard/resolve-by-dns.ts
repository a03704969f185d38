import type { LookupAddress } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import type { AddressResolver } from './address-policy.ts';

export interface DnsResolverOptions {
  /** Addresses of name servers, `127.0.0.1:53`. Default: those of the system. */
  readonly servers?: readonly string[];
  /** Milliseconds to wait for the response of a name server. Default 2,000. */
  readonly timeoutMs?: number;
  /** How often each name server is queried. Default 2. */
  readonly tries?: number;
  /** Maximum milliseconds to resolve a name, with all servers and attempts. Default 5,000. */
  readonly totalMs?: number;
}

/** Names that always mean this machine (RFC 6761 §6.3). */
const localhost = /(^|\.)localhost\.?$/i;
const loopback: readonly LookupAddress[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
];

/**
 * A resolver for `resolve` that queries name servers itself. The system's resolver uses a few threads that the whole
 * process shares, so a few names whose servers do not respond delay all others. With this resolver, no name waits for
 * another.
 *
 * It ignores the hosts file and search domains.
 *
 * @example
 * const agent = createGuardedAgent({ resolve: createDnsResolver() });
 * @throws (to the connection) the DNS error: `ENOTFOUND`, `ETIMEOUT`, `ESERVFAIL`, …
 */
export function createDnsResolver(options: DnsResolverOptions = {}): AddressResolver {
  const { servers, timeoutMs = 2000, tries = 2, totalMs = 5000 } = options;
  const resolver = new Resolver({ timeout: timeoutMs, tries });
  if (servers !== undefined) resolver.setServers(servers);

  return async function resolveByDns(hostname, { family = 0 }) {
    const wanted = (address: LookupAddress) => family === 0 || address.family === family;
    if (localhost.test(hostname)) return loopback.filter(wanted);
    const lookups = [
      ...(family === 6 ? [] : [resolver.resolve4(hostname).then((found) => found.map(of(4)))]),
      ...(family === 4 ? [] : [resolver.resolve6(hostname).then((found) => found.map(of(6)))]),
    ];
    const answers = await within(totalMs, hostname, Promise.allSettled(lookups));
    const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    const [first] = answers;
    if (found.length === 0 && first?.status === 'rejected') throw first.reason;
    return found;
  };
}

/** Rejects with `ETIMEOUT` after the time limit. */
async function within<T>(milliseconds: number, hostname: string, work: Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const error = { code: 'ETIMEOUT', syscall: 'queryA', hostname };
  const timer = setTimeout(() => reject(Object.assign(new Error(`queryA ETIMEOUT ${hostname}`), error)), milliseconds);
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

const of =
  (family: 4 | 6) =>
  (address: string): LookupAddress => ({ address, family });
