export type { UrlCheck } from './check-url.ts';
export { createOutbound, type Outbound } from './create-outbound.ts';
export type { OutboundClient } from './outbound-client.ts';
export { OutboundError, type OutboundErrorCode } from './outbound-error.ts';
export { OutboundResponse } from './outbound-response.ts';
export { isReachableFromOutside } from './reachable-url.ts';
