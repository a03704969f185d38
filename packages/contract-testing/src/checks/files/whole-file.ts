import { headerNames } from '@contract-kit/http-spec';
import { fileTypesOf } from '@contract-kit/http-spec/zod';
import type { Draft } from '../../calling/draft.ts';
import type { Exchange } from '../../calling/exchange.ts';
import type { Stage } from '../../running/stage.ts';
import type { CheckedRoute } from '../check.ts';

/** A file as a server sends it, and the request for it. */
export interface WholeFile {
  readonly draft: Draft;
  readonly exchange: Exchange;
  readonly bytes: Uint8Array;
  /** A strong entity tag; null when it has none. */
  readonly etag: string | null;
}

/** An answer with a file, of which parts can be asked for. */
export const hasParts = ({ route }: CheckedRoute) => route.policy.ranges === true;

/** An answer with a file that is sent as a whole. */
export const isWhole = ({ route }: CheckedRoute) =>
  route.method === 'GET' && route.policy.ranges !== true && fileTypesOf(route.responses[200]) !== undefined;

/** Compressed bytes are others than those that ranges count. */
const plain = { 'accept-encoding': 'identity' };

/** Reads the file. @throws Skip when it is too short to have parts. */
export async function readFile(stage: Stage): Promise<WholeFile> {
  const { headers } = await stage.draft();
  const { draft, exchange } = await stage.perform({ headers: { ...headers, ...plain } });
  const { bytes } = exchange.answer;
  if (bytes.length < 4) stage.skip(`The file has ${bytes.length} bytes; it takes 4 to ask for parts of it.`);
  const etag = exchange.answer.headers.get(headerNames.etag);
  return { draft, exchange, bytes, etag: etag?.startsWith('"') ? etag : null };
}

/** Asks for parts of a file. */
export function askFor(stage: Stage, { draft }: WholeFile, range: string, headers: object = {}): Promise<Exchange> {
  return stage.send({ ...draft, headers: { ...draft.headers, ...headers, range } });
}

/** @throws Violation unless the answer is these bytes, both ends included, and says so. */
export function expectPart(stage: Stage, exchange: Exchange, file: WholeFile, start: number, end: number): void {
  const { answer, request } = exchange;
  const range = `Range: ${request.headers.range}`;
  stage.expect(answer.status === 206, `${range} is answered ${answer.status}, not 206.`, exchange);
  const named = `bytes ${start}-${end}/${file.bytes.length}`;
  const contentRange = answer.headers.get('content-range');
  stage.expect(contentRange === named, `Content-Range is "${contentRange}", not "${named}".`, exchange);
  const isPart = isSame(answer.bytes, file.bytes.subarray(start, end + 1));
  stage.expect(isPart, `${range} is answered with ${answer.bytes.length} bytes that are others.`, exchange);
}

/** @throws Violation unless the answer is the whole file. */
export function expectWhole(stage: Stage, exchange: Exchange, file: WholeFile, why: string): void {
  const { status, bytes } = exchange.answer;
  stage.expect(status === 200, `${why} is answered ${status}, not 200.`, exchange);
  stage.expect(isSame(bytes, file.bytes), `${why} is answered with other bytes than the file's.`, exchange);
}

export function isSame(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, index) => byte === other[index]);
}
