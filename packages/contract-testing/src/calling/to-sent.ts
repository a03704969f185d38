import type { SentPart, SentRequest } from './exchange.ts';
import type { OutgoingRequest } from './to-request.ts';

/** Longest text that is kept of a body or a part, in characters. */
const maxCharacters = 2000;

/** The part of a request that reports show. */
export async function toSent({ method, url, redactedHeaders: headers, body }: OutgoingRequest): Promise<SentRequest> {
  const request = { method, url, headers };
  if (body instanceof FormData) return { ...request, body: await Promise.all([...body].map(toPart)) };
  const isLong = body !== undefined && body.length > maxCharacters;
  return { ...request, body: isLong ? `${body.slice(0, maxCharacters)}…` : body };
}

async function toPart([name, value]: [string, string | File]): Promise<SentPart> {
  if (typeof value === 'string') return { name, file: null, text: value.length > maxCharacters ? null : value };
  const file = { name: value.name, mediaType: value.type || 'application/octet-stream' };
  return { name, file, text: value.size > maxCharacters ? null : textOf(await value.bytes()) };
}

/** Null unless the bytes are text that a shell accepts unchanged. */
function textOf(bytes: Uint8Array): string | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return text.includes('\0') ? null : text;
  } catch {
    return null;
  }
}
