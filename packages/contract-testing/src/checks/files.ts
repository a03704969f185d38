import { headerNames } from '@contract-kit/http-spec';
import { fileTypesOf } from '@contract-kit/http-spec/zod';
import type { Draft } from '../calling/draft.ts';
import type { Exchange } from '../calling/exchange.ts';
import type { Stage } from '../running/stage.ts';
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

/** An answer with a file, of which parts can be asked for. */
const hasParts = ({ route }: CheckedRoute) => route.policy.ranges === true;

/** An answer with a file that is sent as a whole. */
const isWhole = ({ route }: CheckedRoute) =>
  route.method === 'GET' && route.policy.ranges !== true && fileTypesOf(route.responses[200]) !== undefined;

/** Compressed bytes are others than those that ranges count. */
const plain = { 'accept-encoding': 'identity' };

/** Reads the file. @throws Skip when it is too short to have parts. */
async function readFile(stage: Stage): Promise<WholeFile> {
  const { headers } = await stage.draft();
  const { draft, exchange } = await stage.perform({ headers: { ...headers, ...plain } });
  const { bytes } = exchange.answer;
  if (bytes.length < 4) stage.skip(`The file has ${bytes.length} bytes; it takes 4 to ask for parts of it.`);
  const etag = exchange.answer.headers.get(headerNames.etag);
  return { draft, exchange, bytes, etag: etag?.startsWith('"') ? etag : null };
}

/** Asks for parts of a file. */
function askFor(stage: Stage, { draft }: WholeFile, range: string, headers: object = {}): Promise<Exchange> {
  return stage.send({ ...draft, headers: { ...draft.headers, ...headers, range } });
}

/** @throws Violation unless the answer is these bytes, both ends included, and says so. */
function expectPart(stage: Stage, exchange: Exchange, file: WholeFile, start: number, end: number): void {
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
function expectWhole(stage: Stage, exchange: Exchange, file: WholeFile, why: string): void {
  const { status, bytes } = exchange.answer;
  stage.expect(status === 200, `${why} is answered ${status}, not 200.`, exchange);
  stage.expect(isSame(bytes, file.bytes), `${why} is answered with other bytes than the file's.`, exchange);
}

function isSame(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, index) => byte === other[index]);
}

/** RFC 9110 §14.1.2, §15.3.7. */
const part: Check = {
  id: 'files.part',
  holds: 'a range is 206 with its Content-Range, the ETag of the file and exactly those bytes',
  applies: hasParts,
  async run(stage) {
    const file = await readFile(stage);
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
      const exchange = await askFor(stage, file, `bytes=${range}`);
      expectPart(stage, exchange, file, start, end);
      const tag = exchange.answer.headers.get(headerNames.etag);
      const whole = file.exchange.answer.headers.get(headerNames.etag);
      stage.expect(tag === whole, `The ETag of the part is ${tag}, that of the file ${whole}.`, exchange);
    }
  },
};

/** RFC 9110 §15.5.17. */
const beyondEnd: Check = {
  id: 'files.beyond-end',
  holds: 'a range with no byte of the file is 416, and Content-Range tells its size',
  applies: hasParts,
  async run(stage) {
    const file = await readFile(stage);
    const size = file.bytes.length;
    for (const range of [`bytes=${size}-`, `bytes=${size}-${size + 9}`, 'bytes=-0']) {
      const exchange = await askFor(stage, file, range);
      stage.expectError(exchange, 416, 'range_not_satisfiable');
      const named = exchange.answer.headers.get('content-range');
      stage.expect(named === `bytes */${size}`, `Content-Range is "${named}", not "bytes */${size}".`, exchange);
    }
  },
};

/** RFC 9110 §14.2: other units are ignored, what is malformed is ignored or refused. */
const otherRange: Check = {
  id: 'files.other-range',
  holds: 'a Range of another unit is the whole file; a malformed one too, or 400 or 416',
  applies: hasParts,
  async run(stage) {
    const file = await readFile(stage);
    expectWhole(stage, await askFor(stage, file, 'lines=0-1'), file, 'Range: lines=0-1');
    for (const range of ['bytes=2-1', 'bytes=one-two', 'bytes=', 'bytes']) {
      const exchange = await askFor(stage, file, range);
      if (![400, 416].includes(exchange.answer.status)) expectWhole(stage, exchange, file, `Range: ${range}`);
    }
  },
};

/** RFC 9110 §15.3.7.2: a server may send several parts, one of them, or the whole. */
const severalRanges: Check = {
  id: 'files.several-ranges',
  holds: 'several ranges at once are parts that are what they say they are, or the whole file',
  applies: hasParts,
  async run(stage) {
    const file = await readFile(stage);
    const exchange = await askFor(stage, file, 'bytes=0-0,2-2');
    if (exchange.answer.status !== 206) return expectWhole(stage, exchange, file, 'Several ranges');
    const parts = readByteRanges(exchange.answer);
    stage.expect(parts.length > 0, 'A 206 has a Content-Range, or is multipart/byteranges with parts.', exchange);
    for (const { start, end, size, bytes } of parts) {
      const isPart = size === file.bytes.length && isSame(bytes, file.bytes.subarray(start, end + 1));
      stage.expect(isPart, `The part that says it is ${start}-${end}/${size} is not.`, exchange);
    }
  },
};

const wholeOnly: Check = {
  id: 'files.whole',
  holds: 'a file that has no parts is whole, whatever Range says',
  applies: isWhole,
  async run(stage) {
    const file = await readFile(stage);
    expectWhole(stage, await askFor(stage, file, 'bytes=0-0'), file, 'Range: bytes=0-0');
  },
};

const ifRangeField = 'if-range';

/** RFC 9110 §13.1.5: what the client has and what it gets must be parts of one file. */
const ifRange: Check = {
  id: 'files.if-range',
  holds: 'If-Range with the ETag of the file is the part, with a weak or another one, or another date, the whole file',
  applies: hasParts,
  async run(stage) {
    const file = await readFile(stage);
    if (file.etag === null) return stage.skip('The file has no strong ETag.');
    expectPart(stage, await askFor(stage, file, 'bytes=1-2', { [ifRangeField]: file.etag }), file, 1, 2);
    for (const condition of ['"other"', `W/${file.etag}`, 'Thu, 01 Jan 1970 00:00:00 GMT']) {
      const exchange = await askFor(stage, file, 'bytes=1-2', { [ifRangeField]: condition });
      expectWhole(stage, exchange, file, `If-Range: ${condition}`);
    }
  },
};

/** Of what HEAD answers as GET does; the length of the whole, because Range is for GET alone (RFC 9110 §14.2). */
const described = ['content-length', 'content-type', headerNames.etag, 'last-modified', 'accept-ranges'];

const fileHead: Check = {
  id: 'files.head',
  holds: 'HEAD describes the whole file as GET does, whatever Range says',
  applies: hasParts,
  async run(stage) {
    const file = await readFile(stage);
    const { headers: plain } = file.draft;
    for (const headers of [plain, { ...plain, range: 'bytes=0-0' }]) {
      const exchange = await stage.send({ ...file.draft, headers }, { method: 'HEAD' });
      const { status, headers: fields } = exchange.answer;
      stage.expect(status === 200, `HEAD is answered ${status}, not 200.`, exchange);
      for (const name of described) {
        const [one, other] = [fields.get(name), file.exchange.answer.headers.get(name)];
        stage.expect(one === other, `The header ${name} is ${one} for HEAD, ${other} for GET.`, exchange);
      }
    }
  },
};

/** Files and their parts. */
export const fileChecks: readonly Check[] = [part, beyondEnd, otherRange, severalRanges, ifRange, fileHead, wholeOnly];
