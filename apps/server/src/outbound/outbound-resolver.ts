import { lookup } from 'node:dns/promises';
import { type AddressResolver, createDnsResolver, type DnsResolverOptions } from '@contract-kit/webhooks/address-guard';

export interface OutboundResolverOptions extends DnsResolverOptions {
  /** Also asks the system for names that the name servers do not know. */
  readonly allowPrivate: boolean;
}

/** Error codes reported immediately: the name does not exist, it has no address, there is no name server. */
const unknownName: ReadonlySet<unknown> = new Set(['ENOTFOUND', 'ENODATA', 'ECONNREFUSED']);

/**
 * Resolves names by asking name servers, in at most 5 seconds. The system's own lookup uses a few threads, shared with
 * the connections to the database: a few names whose servers never respond would block all others.
 *
 * If private addresses are allowed, names in the hosts file or in a search domain are found too: the system is asked
 * for names that the name servers do not know. It is never asked for a name whose server does not respond.
 */
export function createOutboundResolver({ allowPrivate, ...options }: OutboundResolverOptions): AddressResolver {
  const askNameServers = createDnsResolver(options);
  if (!allowPrivate) return askNameServers;
  return async (hostname, wanted) => {
    try {
      return await askNameServers(hostname, wanted);
    } catch (error) {
      if (!unknownName.has((error as NodeJS.ErrnoException).code)) throw error;
      return lookup(hostname, { all: true, ...wanted });
    }
  };
}
