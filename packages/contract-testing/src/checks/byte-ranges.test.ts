import { describe, expect, it } from 'vitest';
import { ReceivedResponse } from '../calling/exchange.ts';
import { readByteRanges } from './byte-ranges.ts';

const response = (headers: Record<string, string>, body: string) =>
  new ReceivedResponse(206, new Headers(headers), Buffer.from(body, 'latin1'));

const rangesOf = (given: ReceivedResponse) =>
  readByteRanges(given).map(({ bytes, ...range }) => ({ ...range, text: Buffer.from(bytes).toString('latin1') }));

describe('the parts of a 206', () => {
  it('are one, which Content-Range describes', () => {
    expect(rangesOf(response({ 'content-range': 'bytes 2-4/10' }, '234'))).toEqual([
      { start: 2, end: 4, size: 10, text: '234' },
    ]);
  });

  it.each(['boundary=b', 'charset=utf-8; boundary="b"'])('are several, separated by %s', (parameter) => {
    const body = [
      ...['preamble', '--b', 'Content-Type: text/plain', 'content-range:  bytes 0-1/10 ', '', '01'],
      ...['--b', 'Content-Range: bytes 8-9/10', '', '\x00\xff', '--b--', 'epilogue'],
    ];
    expect(rangesOf(response({ 'content-type': `multipart/byteranges; ${parameter}` }, body.join('\r\n')))).toEqual([
      { start: 0, end: 1, size: 10, text: '01' },
      { start: 8, end: 9, size: 10, text: '\x00\xff' },
    ]);
  });

  it('are none without a Content-Range or a multipart body', () => {
    expect(rangesOf(response({}, '234'))).toEqual([]);
    expect(rangesOf(response({ 'content-range': 'bytes */10' }, '234'))).toEqual([]);
  });
});
