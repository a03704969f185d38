import { ServerResponse } from 'node:http';

/**
 * Loaded into the server's process before the server: the response to a request with this header fails at its last
 * step, once, as if by a mistake in the server.
 */
export const failureHeader = 'x-fail-response';

const failed = new WeakSet<ServerResponse>();
const { end } = ServerResponse.prototype;

ServerResponse.prototype.end = function endOrFail(this: ServerResponse, ...args: Parameters<typeof end>) {
  if (this.req?.headers[failureHeader] !== undefined && !failed.has(this)) {
    failed.add(this);
    throw new Error('This response was made to fail.');
  }
  return end.apply(this, args);
} as typeof end;
