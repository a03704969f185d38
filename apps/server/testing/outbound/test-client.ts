import { onTestFinished } from 'vitest';
import {
  createOutboundClient,
  type OutboundClient,
  type OutboundClientOptions,
} from '../../src/outbound/outbound-client.ts';
import { createOutboundResolver } from '../../src/outbound/outbound-resolver.ts';

/** A client for servers on this machine, closed when the test ends. */
export function createTestClient(options: Partial<OutboundClientOptions> = {}): OutboundClient {
  const resolve = createOutboundResolver({ allowPrivate: true });
  const client = createOutboundClient({ allowPrivate: true, resolve, timeoutMs: 10_000, ...options });
  onTestFinished(() => client.close());
  return client;
}
