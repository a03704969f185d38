import { type Agent, request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { AddressGuardError, createGuardedAgent } from '@contract-kit/webhooks/address-guard';
import { limits } from '@product-content/contract';
import { fileTypeFromBuffer } from 'file-type';

/** An image as it was fetched. */
export interface FetchedImage {
  readonly bytes: Buffer;
  /** The ending its content asks for: `jpg`. */
  readonly ending: string;
}

/** Fetches an image. @throws Error whose message says in words why it cannot be had. */
export type FetchImage = (url: string, signal: AbortSignal) => Promise<FetchedImage>;

/** For one image, redirects included. */
const timeoutMs = 30_000;
const redirects = 3;

/** Fetches images from addresses that are public, of the size an asset may have. */
export function createImageFetcher({ allowPrivate }: { readonly allowPrivate: boolean }): FetchImage {
  const agents: Readonly<Record<string, Agent>> = {
    'https:': createGuardedAgent({ allowPrivate, protocol: 'https:' }),
    'http:': createGuardedAgent({ allowPrivate, protocol: 'http:' }),
  };

  const get = (url: URL, signal: AbortSignal): Promise<IncomingMessage> => {
    const agent = agents[url.protocol];
    if (agent === undefined) throw new Error('Its address is not one of the web.');
    const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
    return new Promise((resolve, reject) => {
      send(url, { agent, signal }, resolve).on('error', reject).end();
    });
  };

  const follow = async (url: URL, signal: AbortSignal, left: number): Promise<Buffer> => {
    const answer = await get(url, signal);
    const { statusCode = 0, headers } = answer;
    if (statusCode >= 300 && statusCode < 400 && headers.location !== undefined) {
      answer.destroy();
      if (left === 0) throw new Error('It is redirected too often.');
      return follow(new URL(headers.location, url), signal, left - 1);
    }
    if (statusCode !== 200) {
      answer.destroy();
      throw new Error(`Its server answered ${statusCode}.`);
    }
    return readBytes(answer);
  };

  return async (address, signal) => {
    const limited = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
    const bytes = await follow(toUrl(address), limited, redirects).catch((error: unknown) => {
      signal.throwIfAborted();
      throw new Error(reasonOf(error), { cause: error });
    });
    const type = await fileTypeFromBuffer(bytes);
    if (type === undefined || !type.mime.startsWith('image/')) throw new Error('What is there is no image.');
    return { bytes, ending: type.ext };
  };
}

function toUrl(address: string): URL {
  const url = URL.parse(address);
  if (url === null) throw new Error('Its address is not one of the web.');
  return url;
}

async function readBytes(answer: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > limits.exportImageBytes) throw new Error('It is too large.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Nothing of the machine's network is told. */
function reasonOf(error: unknown): string {
  if (error instanceof AddressGuardError) return 'Its address is not public.';
  if (!(error instanceof Error)) return 'It cannot be fetched.';
  if (error.name === 'TimeoutError' || error.name === 'AbortError') return 'It took too long.';
  return 'code' in error ? 'Its server cannot be reached.' : error.message;
}
