import { addressKindOf } from '@contract-kit/webhooks/address-guard';

/** Names that are only valid in one network: RFC 6761, RFC 6762, RFC 8375, and the reserved `internal`. */
const localName = /(^|\.)(localhost|local|internal|home\.arpa)$/i;

/**
 * Whether a URL may be reachable from anywhere, judging by its text: not when its host is a private or reserved
 * address, or a name of one network. No name is resolved.
 *
 * @example
 * isReachableFromOutside('http://127.0.0.1:3000/mug.jpg'); // false
 */
export function isReachableFromOutside(url: string): boolean {
  const hostname = URL.parse(url)?.hostname.replace(/\.$/, '') ?? '';
  const kind = addressKindOf(hostname);
  if (kind !== null) return kind === 'public';
  return hostname.includes('.') && !localName.test(hostname);
}
