import { setTimeout as delay } from 'node:timers/promises';
import {
  AddressGuardError,
  type AddressResolver,
  assertPublicUrl,
  createDnsResolver,
} from '@contract-kit/webhooks/address-guard';
import { invalidFields } from '../../../kernel/index.ts';

/** Longest a name is looked up while a request waits. */
const lookupMs = 2000;

const resolve = createDnsResolver({ timeoutMs: lookupMs, tries: 1 });

const resolveInTime: AddressResolver = async (hostname, options) => {
  const late = delay(lookupMs, null, { ref: false });
  const found = await Promise.race([resolve(hostname, options), late]);
  if (found === null) throw new Error('The name was not resolved in time.');
  return found;
};

/** Holds that an endpoint may have a URL. @throws ApiError `validation_failed` at `url`. */
export type UrlCheck = (url: string) => Promise<void>;

/**
 * Refuses URLs that are, or lead to, addresses that are not public. A name that has no address now is admitted: the
 * address is checked again on every connection, and names come and go.
 *
 * @param allowPrivate admits all addresses, and `http:`.
 */
export function createUrlCheck({ allowPrivate }: { readonly allowPrivate: boolean }): UrlCheck {
  return async (url) => {
    try {
      await assertPublicUrl(url, { allowPrivate, resolve: resolveInTime });
    } catch (error) {
      if (!(error instanceof AddressGuardError)) throw error;
      if (error.code !== 'unresolvable') throw invalidFields({ url: error.message });
    }
  };
}
