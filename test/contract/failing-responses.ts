import { ServerResponse } from 'node:http';

/**
 * Loaded into the server's process before the server: the head of the response to a request with this header cannot be
 * written the first time, as if by a mistake in the server.
 */
export const failureHeader = 'x-fail-response';

const failed = new WeakSet<ServerResponse>();
const { writeHead } = ServerResponse.prototype;

ServerResponse.prototype.writeHead = function writeHeadOrFail(
  this: ServerResponse,
  ...args: Parameters<typeof writeHead>
) {
  if (this.req?.headers[failureHeader] !== undefined && !failed.has(this)) {
    failed.add(this);
    throw new Error('This response was made to fail.');
  }
  return writeHead.apply(this, args);
} as typeof writeHead;
