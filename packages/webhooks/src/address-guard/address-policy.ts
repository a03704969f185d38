import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import { isPublicAddress } from './address-kind.ts';

/** The lookup options of Node that a resolver receives. */
export interface ResolveOptions {
  readonly family?: 0 | 4 | 6;
  readonly hints?: number;
}

/** Finds all addresses of a name. */
export type AddressResolver = (hostname: string, options: ResolveOptions) => Promise<readonly LookupAddress[]>;

export interface AddressGuardOptions {
  /** Admits every address, and `http:`: for development on one machine. Default false. */
  readonly allowPrivate?: boolean;
  /**
   * Admits single addresses that are not public, such as a receiver in your own network. Receives resolved addresses.
   */
  readonly admit?: (address: string) => boolean;
  /** Default: the system's resolver, `dns.lookup`. */
  readonly resolve?: AddressResolver;
}

/** Options with all defaults applied. */
export interface AddressPolicy {
  readonly allowPrivate: boolean;
  readonly resolve: AddressResolver;
  admits(address: string): boolean;
}

export function createAddressPolicy(options: AddressGuardOptions): AddressPolicy {
  const { allowPrivate = false, admit, resolve = resolveBySystem } = options;
  const admits = (address: string) => allowPrivate || isPublicAddress(address) || admit?.(address) === true;
  return { allowPrivate, resolve, admits };
}

function resolveBySystem(hostname: string, { family, hints }: ResolveOptions): Promise<LookupAddress[]> {
  return lookup(hostname, { all: true, family, hints });
}
