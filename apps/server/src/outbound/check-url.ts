import { AddressGuardError, assertPublicUrl, createDnsResolver } from '@contract-kit/webhooks/address-guard';
import { invalidFields } from '../kernel/index.ts';

/** Milliseconds for resolving a name while a request waits. */
const lookupMs = 2000;

/** Checks that a URL may be called. @throws ApiError `validation_failed` at `url`. */
export type UrlCheck = (url: string) => Promise<void>;

/**
 * Rejects URLs with non-public addresses, or names that resolve to such, before they are saved. A name without an
 * address is accepted for now: the address is checked again on every connection.
 *
 * @param allowPrivate allows all addresses, and `http:`.
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
