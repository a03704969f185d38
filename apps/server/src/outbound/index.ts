export { createUrlCheck, type UrlCheck } from './check-url.ts';
export type { OutboundRequest } from './exchange.ts';
export { createOutboundClient, type OutboundClient, type OutboundClientOptions } from './outbound-client.ts';
export { OutboundError, type OutboundErrorCode } from './outbound-error.ts';
export { createOutboundResolver } from './outbound-resolver.ts';
export { OutboundResponse } from './outbound-response.ts';
export { isReachableFromOutside } from './reachable-url.ts';
