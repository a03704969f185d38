import { describe, expect, it } from 'vitest';
import { decideFile } from './decide-file.ts';

const modifiedAt = new Date('2026-11-17T09:00:00.900Z');
const date = 'Tue, 17 Nov 2026 09:00:00 GMT';
const file = { size: 1000, entityTag: { value: 'a', weak: false }, modifiedAt };
const part = { kind: 'part', range: { start: 0, end: 9 } };
const range = 'bytes=0-9';

describe('a file is', () => {
  it.each<[string, Record<string, string>, object]>([
    ['whole', {}, { kind: 'whole' }],
    ['not modified for who has its tag', { 'if-none-match': '"x", "a"' }, { kind: 'not-modified' }],
    ['not modified for who has its tag weakly', { 'if-none-match': 'W/"a"' }, { kind: 'not-modified' }],
    ['not modified for who wants it only if it is not there', { 'if-none-match': '*' }, { kind: 'not-modified' }],
    ['whole for who has another tag', { 'if-none-match': '"b"' }, { kind: 'whole' }],
    ['not modified since its date', { 'if-modified-since': date }, { kind: 'not-modified' }],
    ['whole for an older date', { 'if-modified-since': 'Tue, 17 Nov 2026 08:59:59 GMT' }, { kind: 'whole' }],
    ['whole for no date at all', { 'if-modified-since': 'yesterday' }, { kind: 'whole' }],
    ['judged by its tag before its date', { 'if-none-match': '"b"', 'if-modified-since': date }, { kind: 'whole' }],
    ['sent in part', { range }, part],
    ['not modified rather than sent in part', { range, 'if-none-match': '"a"' }, { kind: 'not-modified' }],
    ['sent in part when it is the same', { range, 'if-range': '"a"' }, part],
    ['sent in part when its date is the same', { range, 'if-range': date }, part],
    ['whole when it has changed', { range, 'if-range': '"b"' }, { kind: 'whole' }],
    ['whole when its date has changed', { range, 'if-range': 'Tue, 17 Nov 2026 09:00:01 GMT' }, { kind: 'whole' }],
    ['whole for a weak tag, which says nothing of bytes', { range, 'if-range': 'W/"a"' }, { kind: 'whole' }],
    ['whole for an If-Range that is nothing', { range, 'if-range': 'x' }, { kind: 'whole' }],
    ['refused beyond its end', { range: 'bytes=1000-' }, { kind: 'unsatisfiable' }],
    ['whole for several ranges', { range: 'bytes=0-1,3-4' }, { kind: 'whole' }],
  ])('%s', (_, headers, expected) => {
    expect(decideFile(headers, 'GET', file)).toEqual(expected);
  });

  it('whole for HEAD, and when its size is not known', () => {
    expect(decideFile({ range }, 'HEAD', file)).toEqual({ kind: 'whole' });
    expect(decideFile({ range }, 'GET', { ...file, size: null })).toEqual({ kind: 'whole' });
  });

  it('never not modified without a tag or a date', () => {
    expect(decideFile({ 'if-none-match': '"a"' }, 'GET', { size: 1 })).toEqual({ kind: 'whole' });
    expect(decideFile({ 'if-modified-since': date }, 'GET', { size: 1 })).toEqual({ kind: 'whole' });
  });
});
