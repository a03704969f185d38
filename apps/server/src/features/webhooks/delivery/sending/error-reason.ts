import type { OutboundError } from '../../../../outbound/index.ts';

/** Why an attempt failed, as the delivery log shows it. */
export type ErrorReason =
  | 'timeout'
  | 'dns'
  | 'tls'
  | 'connection_refused'
  | 'blocked_address'
  | 'redirect'
  | 'http_4xx'
  | 'http_5xx';

/** What a status says; null for success. Anything outside HTTP's classes is the receiver's failure. */
export function reasonOfStatus(status: number): ErrorReason | null {
  if (status >= 200 && status < 300) return null;
  if (status >= 300 && status < 400) return 'redirect';
  return status >= 400 && status < 500 ? 'http_4xx' : 'http_5xx';
}

/** `connection_refused` stands for a connection that was not made, did not hold, or carried no HTTP. */
export function reasonOfError({ code }: OutboundError): ErrorReason {
  if (code === 'address') return 'blocked_address';
  return code === 'timeout' || code === 'dns' || code === 'tls' ? code : 'connection_refused';
}
