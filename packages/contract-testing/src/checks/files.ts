import { headerNames } from '@contract-kit/http-spec';
import { fileTypesOf } from '@contract-kit/http-spec/zod';
import type { Draft } from '../calling/draft.ts';
import type { Exchange } from '../calling/exchange.ts';
import type { CheckContext } from '../running/check-context.ts';
import { readByteRanges } from './byte-ranges.ts';
import type { Check, CheckedRoute } from './check.ts';

/** A file as a server sends it, and the request for it. */
interface WholeFile {
  readonly draft: Draft;
  readonly exchange: Exchange;
  readonly bytes: Uint8Array;
  /** A strong entity tag; null when it has none. */
  readonly etag: string | null;
}

/** A response with a file that can be requested in parts. */
const hasParts = ({ route }: CheckedRoute) => route.policy.ranges === true;

/** A response with a file that is sent as a whole. */
const isWhole = ({ route }: CheckedRoute) =>
  route.method === 'GET' && route.policy.ranges !== true && fileTypesOf(route.responses[200]) !== undefined;

/** Ranges count uncompressed bytes. */
const plain = { 'accept-encoding': 'identity' };

/** Reads the file. @throws Skip when it is too short to have parts. */
async function readFile(context: CheckContext): Promise<WholeFile> {
  const { headers } = await context.draft();
  const { draft, exchange } = await context.perform({ headers: { ...headers, ...plain } });
  const { bytes } = exchange.response;
  if (bytes.length < 4) context.skip(`The file has ${bytes.length} bytes; the check needs at least 4.`);
  const etag = exchange.response.headers.get(headerNames.etag);
  return { draft, exchange, bytes, etag: etag?.startsWith('"') ? etag : null };
}

/** Requests ranges of a file. */
function askFor(context: CheckContext, { draft }: WholeFile, range: string, headers: object = {}): Promise<Exchange> {
  return context.send({ ...draft, headers: { ...draft.headers, ...headers, range } });
}

/** @throws Violation unless the response is exactly this range, both ends included, and says so. */
function expectPart(context: CheckContext, exchange: Exchange, file: WholeFile, start: number, end: number): void {
  const { response, request } = exchange;
  const range = `Range: ${request.headers.range}`;
  context.expect(response.status === 206, `${range} got ${response.status}, not 206.`, exchange);
  const named = `bytes ${start}-${end}/${file.bytes.length}`;
  const contentRange = response.headers.get('content-range');
  context.expect(contentRange === named, `Content-Range is "${contentRange}", not "${named}".`, exchange);
  const isPart = isSame(response.bytes, file.bytes.subarray(start, end + 1));
  context.expect(isPart, `${range} got ${response.bytes.length} other bytes.`, exchange);
}

/** @throws Violation unless the response is the whole file. */
function expectWhole(context: CheckContext, exchange: Exchange, file: WholeFile, why: string): void {
  const { status, bytes } = exchange.response;
  context.expect(status === 200, `${why} gets ${status}, not 200.`, exchange);
  context.expect(isSame(bytes, file.bytes), `${why} got other bytes than those of the file.`, exchange);
}

function isSame(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, index) => byte === other[index]);
}

/** RFC 9110 §14.1.2, §15.3.7. */
const part: Check = {
  id: 'files.part',
  holds: 'a range is 206 with its Content-Range, the ETag of the file and exactly those bytes',
  applies: hasParts,
  async run(context) {
    const file = await readFile(context);
    const last = file.bytes.length - 1;
    const middle = Math.ceil(last / 2);
    // The first two make up the file.
    const asked: [range: string, start: number, end: number][] = [
      [`0-${middle - 1}`, 0, middle - 1],
      [`${middle}-`, middle, last],
      ['0-0', 0, 0],
      ['-1', last, last],
      [`1-${last + 100}`, 1, last],
      [`-${last + 100}`, 0, last],
    ];
    for (const [range, start, end] of asked) {
      const exchange = await askFor(context, file, `bytes=${range}`);
      expectPart(context, exchange, file, start, end);
      const tag = exchange.response.headers.get(headerNames.etag);
      const whole = file.exchange.response.headers.get(headerNames.etag);
      context.expect(tag === whole, `The ETag of the part is ${tag}, that of the file ${whole}.`, exchange);
    }
  },
};

/** RFC 9110 §15.5.17. */
const beyondEnd: Check = {
  id: 'files.beyond-end',
  holds: 'a range with no byte of the file is 416, and Content-Range tells its size',
  applies: hasParts,
  async run(context) {
    const file = await readFile(context);
    const size = file.bytes.length;
    for (const range of [`bytes=${size}-`, `bytes=${size}-${size + 9}`, 'bytes=-0']) {
      const exchange = await askFor(context, file, range);
      context.expectError(exchange, 416, 'range_not_satisfiable');
      const named = exchange.response.headers.get('content-range');
      context.expect(named === `bytes */${size}`, `Content-Range is "${named}", not "bytes */${size}".`, exchange);
    }
  },
};

/** RFC 9110 §14.2: other units are ignored, what is malformed is ignored or refused. */
const otherRange: Check = {
  id: 'files.other-range',
  holds: 'a Range of another unit returns the whole file; a malformed one does too, or is 400 or 416',
  applies: hasParts,
  async run(context) {
    const file = await readFile(context);
    expectWhole(context, await askFor(context, file, 'lines=0-1'), file, 'Range: lines=0-1');
    for (const range of ['bytes=2-1', 'bytes=one-two', 'bytes=', 'bytes']) {
      const exchange = await askFor(context, file, range);
      if (![400, 416].includes(exchange.response.status)) expectWhole(context, exchange, file, `Range: ${range}`);
    }
  },
};

/** RFC 9110 §15.3.7.2: a server may send several parts, one of them, or the whole. */
const severalRanges: Check = {
  id: 'files.several-ranges',
  holds: 'several ranges return matching parts, or the whole file',
  applies: hasParts,
  async run(context) {
    const file = await readFile(context);
    const exchange = await askFor(context, file, 'bytes=0-0,2-2');
    if (exchange.response.status !== 206) return expectWhole(context, exchange, file, 'Several ranges');
    const parts = readByteRanges(exchange.response);
    context.expect(parts.length > 0, 'The 206 has neither a Content-Range nor multipart/byteranges parts.', exchange);
    for (const { start, end, size, bytes } of parts) {
      const isPart = size === file.bytes.length && isSame(bytes, file.bytes.subarray(start, end + 1));
      context.expect(isPart, `The part ${start}-${end}/${size} has other bytes.`, exchange);
    }
  },
};

const wholeOnly: Check = {
  id: 'files.whole',
  holds: 'a file without ranges is returned whole, whatever Range says',
  applies: isWhole,
  async run(context) {
    const file = await readFile(context);
    expectWhole(context, await askFor(context, file, 'bytes=0-0'), file, 'Range: bytes=0-0');
  },
};

const ifRangeField = 'if-range';

/** RFC 9110 §13.1.5: the client must not combine parts of different versions. */
const ifRange: Check = {
  id: 'files.if-range',
  holds:
    'If-Range with the ETag of the file returns the part; with a weak or another one, or another date, the whole file',
  applies: hasParts,
  async run(context) {
    const file = await readFile(context);
    if (file.etag === null) return context.skip('The file has no strong ETag.');
    expectPart(context, await askFor(context, file, 'bytes=1-2', { [ifRangeField]: file.etag }), file, 1, 2);
    for (const condition of ['"other"', `W/${file.etag}`, 'Thu, 01 Jan 1970 00:00:00 GMT']) {
      const exchange = await askFor(context, file, 'bytes=1-2', { [ifRangeField]: condition });
      expectWhole(context, exchange, file, `If-Range: ${condition}`);
    }
  },
};

/** Fields HEAD shares with GET; the length of the whole, because Range is for GET alone (RFC 9110 §14.2). */
const described = ['content-length', 'content-type', headerNames.etag, 'last-modified', 'accept-ranges'];

const fileHead: Check = {
  id: 'files.head',
  holds: 'HEAD describes the whole file as GET does, whatever Range says',
  applies: hasParts,
  async run(context) {
    const file = await readFile(context);
    const { headers: plain } = file.draft;
    for (const headers of [plain, { ...plain, range: 'bytes=0-0' }]) {
      const exchange = await context.send({ ...file.draft, headers }, { method: 'HEAD' });
      const { status, headers: fields } = exchange.response;
      context.expect(status === 200, `HEAD gets ${status}, not 200.`, exchange);
      for (const name of described) {
        const [one, other] = [fields.get(name), file.exchange.response.headers.get(name)];
        context.expect(one === other, `The header ${name} is ${one} for HEAD, ${other} for GET.`, exchange);
      }
    }
  },
};

/** Files and their parts. */
export const fileChecks: readonly Check[] = [part, beyondEnd, otherRange, severalRanges, ifRange, fileHead, wholeOnly];
