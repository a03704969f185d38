const messages = {
  unreachable: 'the server could not be reached',
  timeout: 'no response came in time',
  malformed: 'the response could not be read',
} as const;

/**
 * There is no readable response: the server could not be reached or the connection broke (`unreachable`), an
 * attempt took longer than `timeoutMs` (`timeout`), or a success is not JSON although it says so (`malformed`).
 */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError';
  readonly operationId: string;
  readonly reason: keyof typeof messages;

  constructor(operationId: string, reason: ConnectionError['reason'], cause: unknown) {
    super(`${operationId}: ${messages[reason]}.`, { cause });
    this.operationId = operationId;
    this.reason = reason;
  }
}
