import { AddressGuardError, assertPublicUrl, createDnsResolver } from '@contract-kit/webhooks/address-guard';
import { invalidFields } from '../kernel/index.ts';

/** Longest a name is looked up while a request waits, in milliseconds. */
const lookupMs = 2000;

/** Holds that a URL may be called. @throws ApiError `validation_failed` at `url`. */
export type UrlCheck = (url: string) => Promise<void>;

/**
 * Refuses URLs that are, or lead to, addresses that are not public, before they are saved. A name that has no address
 * now is admitted: the address is checked again on every connection, and names come and go.
 *
 * @param allowPrivate admits all addresses, and `http:`.
 */
export function createUrlCheck({ allowPrivate }: { readonly allowPrivate: boolean }): UrlCheck {
  const resolve = createDnsResolver({ timeoutMs: lookupMs, tries: 1, totalMs: lookupMs });
  return async (url) => {
    try {
      await assertPublicUrl(url, { allowPrivate, resolve });
    } catch (error) {
      if (!(error instanceof AddressGuardError)) throw error;
      if (error.code !== 'unresolvable') throw invalidFields({ url: error.message });
    }
  };
}
