import type { LookupAddress, LookupOptions } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { blockedAddress } from './address-guard-error.ts';
import { type AddressGuardOptions, createAddressPolicy } from './address-policy.ts';

/**
 * A `lookup` for `net`, `tls`, `http` and `https` that returns only admitted addresses. The checked address is the one
 * that is connected to, even if the name resolves differently a moment later. All addresses are looked up and filtered,
 * so Node's Happy Eyeballs (RFC 8305) chooses among admitted ones.
 *
 * Node calls it for names only, never for a host that is an address. Use {@link createGuardedAgent}, which checks those
 * too.
 *
 * @throws (to the connection) AddressGuardError `blocked_address`, or the resolver's error.
 */
export function createGuardedLookup(options: AddressGuardOptions = {}): LookupFunction {
  const policy = createAddressPolicy(options);

  const find = async (hostname: string, { family, hints }: LookupOptions): Promise<LookupAddress[]> => {
    const found = await policy.resolve(hostname, { family: toFamily(family), hints });
    const admitted = found.filter(({ address }) => policy.admits(address));
    if (admitted.length === 0) throw blockedAddress();
    return admitted;
  };

  return function guardedLookup(hostname, lookupOptions, callback) {
    find(hostname, lookupOptions).then(
      (addresses) => {
        const [first] = addresses as [LookupAddress];
        if (lookupOptions.all === true) callback(null, addresses);
        else callback(null, first.address, first.family);
      },
      (error: NodeJS.ErrnoException) => callback(error, []),
    );
  };
}

function toFamily(family: LookupOptions['family']): 0 | 4 | 6 {
  if (family === 4 || family === 'IPv4') return 4;
  return family === 6 || family === 'IPv6' ? 6 : 0;
}
