import { Buffer } from 'node:buffer';
import type { ReceivedResponse } from '../calling/exchange.ts';

/** A part of a file with its range. */
export interface ReceivedRange {
  readonly start: number;
  readonly end: number;
  readonly size: number;
  readonly bytes: Uint8Array;
}

/** The parts of a 206: one, or those of `multipart/byteranges` (RFC 9110 §14.6); unreadable parts are left out. */
export function readByteRanges({ headers, bytes }: ReceivedResponse): ReceivedRange[] {
  const type = headers.get('content-type') ?? '';
  const [, quoted, token] = /^multipart\/byteranges\s*;.*?boundary=(?:"([^"]*)"|([^\s;]*))/i.exec(type) ?? [];
  const boundary = quoted ?? token;
  if (boundary === undefined) return toRange(headers.get('content-range'), bytes);
  // Latin-1 has a character for each byte.
  const text = `\r\n${Buffer.from(bytes).toString('latin1')}`;
  return text
    .split(`\r\n--${boundary}`)
    .slice(1, -1)
    .flatMap((part) => {
      const end = part.indexOf('\r\n\r\n');
      const [, range = null] = /^content-range:\s*(.*?)\s*$/im.exec(part.slice(0, end)) ?? [];
      return toRange(range, Buffer.from(part.slice(end + 4), 'latin1'));
    });
}

function toRange(contentRange: string | null, bytes: Uint8Array): ReceivedRange[] {
  const [, start, end, size] = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(contentRange ?? '') ?? [];
  return start === undefined ? [] : [{ start: Number(start), end: Number(end), size: Number(size), bytes }];
}
