import { type Agent, request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { AddressGuardError, createGuardedAgent } from '@contract-kit/webhooks/address-guard';
import { parse as parseDisposition } from 'content-disposition';

/** Why an address could not be read, in words for whoever named it. */
export class DownloadError extends Error {
  override readonly name = 'DownloadError';
}

/** A file that is being read from an address. */
export interface Download {
  readonly content: IncomingMessage;
  /** As the answer names it, whatever that is; null when it does not. */
  readonly fileName: string | null;
}

export interface DownloaderOptions {
  /** Admits private addresses and `http:`. */
  readonly allowPrivate: boolean;
  readonly maxBytes: number;
  /** Redirects that are followed, each checked like the first address. Default 5. */
  readonly maxRedirects?: number;
}

/**
 * Opens the file at an address. Reading it fails when the signal aborts.
 *
 * @throws DownloadError
 */
export type Downloader = (url: string, signal: AbortSignal) => Promise<Download>;

const redirects = new Set([301, 302, 303, 307, 308]);
const userAgent = 'product-content/1.0';

/** Reads files at admitted addresses only, also behind redirects. Every connection is used once. */
export function createDownloader({ allowPrivate, maxBytes, maxRedirects = 5 }: DownloaderOptions): Downloader {
  const agent = { keepAlive: false };
  const agents: Readonly<Record<string, Agent>> = {
    'https:': createGuardedAgent({ allowPrivate, protocol: 'https:', agent }),
    ...(allowPrivate && { 'http:': createGuardedAgent({ allowPrivate, protocol: 'http:', agent }) }),
  };

  const ask = (url: URL, signal: AbortSignal): Promise<IncomingMessage> => {
    const guard = agents[url.protocol];
    if (guard === undefined) throw new DownloadError('Must begin with https://, also where it redirects to.');
    if (url.username !== '' || url.password !== '') {
      throw new DownloadError('Must not hold a user name or a password.');
    }
    const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
    const headers = { Accept: '*/*', 'Accept-Encoding': 'identity', 'User-Agent': userAgent };
    return new Promise((resolve, reject) => {
      send(url, { agent: guard, headers, signal }).on('error', reject).on('response', resolve).end();
    });
  };

  const follow = async (address: string, signal: AbortSignal): Promise<IncomingMessage> => {
    let url = new URL(address);
    for (let hop = 0; hop <= maxRedirects; hop += 1) {
      const answer = await ask(url, signal);
      const { location } = answer.headers;
      if (!redirects.has(answer.statusCode ?? 0) || location === undefined) return answer;
      answer.destroy();
      if (!URL.canParse(location, url.href)) throw new DownloadError('Redirects to what is no address.');
      url = new URL(location, url.href);
    }
    throw new DownloadError(`Redirects more than ${maxRedirects} times.`);
  };

  return async function download(url, signal) {
    const content = await follow(url, signal).catch((error) => {
      throw toDownloadError(error, signal);
    });
    try {
      assertUsable(content, maxBytes);
    } catch (error) {
      content.destroy();
      throw error;
    }
    return { content, fileName: namedBy(content) };
  };
}

/** An error of a download, in words that tell nothing of this network. */
export function toDownloadError(error: unknown, signal: AbortSignal): DownloadError {
  if (error instanceof DownloadError) return error;
  if (error instanceof AddressGuardError) return new DownloadError(error.message, { cause: error });
  if (signal.aborted) return new DownloadError('Took too long to answer.', { cause: error });
  return new DownloadError('Could not be read: the connection failed.', { cause: error });
}

function assertUsable({ statusCode = 0, headers }: IncomingMessage, maxBytes: number): void {
  if (statusCode !== 200) throw new DownloadError(`Answered with the status ${statusCode}.`);
  const encoding = headers['content-encoding'] ?? 'identity';
  if (encoding !== 'identity') throw new DownloadError('Answered in an encoding nobody asked for.');
  if (Number(headers['content-length'] ?? 0) > maxBytes) throw tooLong(maxBytes);
}

/** The refusal of a file that is longer than one may be. */
export function tooLong(maxBytes: number): DownloadError {
  return new DownloadError(`Leads to a file of more than ${maxBytes / 1024 / 1024} MiB.`);
}

function namedBy({ headers }: IncomingMessage): string | null {
  const field = headers['content-disposition'];
  if (field === undefined) return null;
  try {
    return parseDisposition(field).parameters.filename ?? null;
  } catch {
    // A name nobody can read is no name.
    return null;
  }
}
