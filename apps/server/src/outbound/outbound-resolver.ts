import { lookup } from 'node:dns/promises';
import { type AddressResolver, createDnsResolver, type DnsResolverOptions } from '@contract-kit/webhooks/address-guard';

export interface OutboundResolverOptions extends DnsResolverOptions {
  /** Asks the system for names that the name servers do not know. */
  readonly allowPrivate: boolean;
}

/** Codes of failures that are reported at once: there is no such name, it has no address, there is no name server. */
const unknownName: ReadonlySet<unknown> = new Set(['ENOTFOUND', 'ENODATA', 'ECONNREFUSED']);

/**
 * Finds addresses by asking name servers, in at most 5 seconds. The system's own lookup works in few threads, which the
 * connections to the database share: some names whose servers never respond would keep all others waiting.
 *
 * Where private addresses are admitted, names in the hosts file or in a search domain are found too: the system is asked
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
