/** No answer came: the server could not be reached, the connection broke, or an attempt took too long. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError';
  readonly operationId: string;
  readonly reason: 'unreachable' | 'timeout';

  constructor(operationId: string, reason: ConnectionError['reason'], cause: unknown) {
    const what = reason === 'timeout' ? 'no answer came in time' : 'the server could not be reached';
    super(`${operationId}: ${what}.`, { cause });
    this.operationId = operationId;
    this.reason = reason;
  }
}
