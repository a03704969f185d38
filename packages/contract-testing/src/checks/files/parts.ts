import { headerNames } from '@contract-kit/http-spec';
import type { Check } from '../check.ts';
import { readByteRanges } from './byte-ranges.ts';
import { askFor, expectPart, expectWhole, hasParts, isSame, isWhole, readFile } from './whole-file.ts';

/** RFC 9110 §14.1.2, §15.3.7. */
export const part: Check = {
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
export const beyondEnd: Check = {
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
export const otherRange: Check = {
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
export const severalRanges: Check = {
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

export const wholeOnly: Check = {
  id: 'files.whole',
  holds: 'a file that has no parts is whole, whatever Range says',
  applies: isWhole,
  async run(stage) {
    const file = await readFile(stage);
    expectWhole(stage, await askFor(stage, file, 'bytes=0-0'), file, 'Range: bytes=0-0');
  },
};
