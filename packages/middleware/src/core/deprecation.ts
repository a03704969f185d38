import { type Deprecation, deprecationFields, successorLink } from '@contract-kit/http-spec';
import type { ResponseHeaders } from '../response.ts';

/**
 * Adds the deprecation headers to each response, errors and 304 included.
 *
 * @param params of the request, decoded.
 */
export type AnnounceDeprecation = (headers: ResponseHeaders, params: Readonly<Record<string, string>>) => void;

/** @param successorPath of the replacement, with `:params`; undefined if there is none. */
export function createAnnouncement(deprecated: Deprecation, successorPath: string | undefined): AnnounceDeprecation {
  const { Link: link, ...fields } = deprecationFields(deprecated);
  const fixed = Object.entries(fields);
  return (headers, params) => {
    for (const [name, value] of fixed) headers.set(name, value);
    const successor = successorPath === undefined ? null : successorLink(successorPath, params);
    const links = [link, successor].filter((value) => value != null);
    if (links.length > 0) headers.set('Link', links.join(', '));
  };
}
