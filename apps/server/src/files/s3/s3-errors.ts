import { setTimeout } from 'node:timers/promises';
import { S3ServiceException } from '@aws-sdk/client-s3';

/** Attempts of a write, and milliseconds before the second; each further one waits twice as long. */
const attempts = 3;
const firstDelayMs = 200;

/** True when a store says that there is no such object. */
export function isMissing(error: unknown): boolean {
  return error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404;
}

/** Repeats what failed for reasons that pass: the network, a server that is busy. */
export async function withRetries<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (attempt === attempts || !isPassing(error)) throw error;
      await setTimeout(firstDelayMs * 2 ** (attempt - 1));
    }
  }
}

/** What a store refused is refused again; what it could not answer may be answered later. */
function isPassing(error: unknown): boolean {
  if (error instanceof Error && error.name === 'AbortError') return false;
  const status = error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined;
  return status === undefined || status === 429 || status >= 500;
}
