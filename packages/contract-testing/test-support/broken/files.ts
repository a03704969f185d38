import { changingHeads, type Deviation } from '../tasks-server.ts';
import type { BrokenServer } from './broken-server.ts';

/** Replaces the Range that was sent. */
const reading =
  (change: (range: string) => string): Deviation =>
  () => ({
    before: (req, _res, next) => {
      if (req.headers.range !== undefined) req.headers.range = change(req.headers.range);
      next();
    },
  });

const readingIfRange =
  (change: (condition: string) => string | undefined): Deviation =>
  () => ({
    before: (req, _res, next) => {
      const condition = req.headers['if-range'];
      if (condition !== undefined) req.headers['if-range'] = change(String(condition));
      next();
    },
  });

/** Servers that send other parts of files than they declare. */
export const brokenFiles: readonly BrokenServer[] = [
  {
    title: 'takes a range without an end for one byte',
    operation: 'files.read',
    check: 'files.part',
    deviation: reading((range) => range.replace(/=(\d+)-$/, '=$1-$1')),
  },
  {
    title: 'gives each part a different tag',
    operation: 'files.read',
    check: 'files.part',
    deviation: () => ({
      before: changingHeads((res) => {
        if (res.statusCode === 206) res.setHeader('ETag', `"${res.getHeader('Content-Range')}"`);
      }),
    }),
  },
  {
    title: 'omits the size of the file from a 416',
    operation: 'files.read',
    check: 'files.beyond-end',
    deviation: () => ({
      before: changingHeads((res) => {
        if (res.statusCode === 416) res.setHeader('Content-Range', 'bytes */*');
      }),
    }),
  },
  {
    title: 'takes every unit for bytes',
    operation: 'files.read',
    check: 'files.other-range',
    deviation: reading((range) => range.replace('lines', 'bytes')),
  },
  {
    title: 'declares several ranges as others',
    operation: 'files.read',
    check: 'files.several-ranges',
    deviation: () => ({
      before: (req, res, next) => {
        if (!req.headers.range?.includes(',')) return next();
        req.headers.range = 'bytes=0-0';
        const setHeader = res.setHeader.bind(res);
        res.setHeader = (name, value) =>
          setHeader(name, name === 'Content-Range' ? String(value).replace('0-0', '0-2') : value);
        next();
      },
    }),
  },
  {
    title: 'ignores If-Range',
    operation: 'files.read',
    check: 'files.if-range',
    deviation: readingIfRange(() => undefined),
  },
  {
    title: 'joins parts under a weak tag',
    operation: 'files.read',
    check: 'files.if-range',
    deviation: readingIfRange((condition) => condition.replace('W/', '')),
  },
  {
    title: 'responds to HEAD with a part',
    operation: 'files.read',
    check: 'files.head',
    deviation: () => ({
      before: changingHeads((res) => {
        if (res.req.method === 'HEAD' && res.req.headers.range !== undefined) res.statusCode = 206;
      }),
    }),
  },
  {
    title: 'sends a part of a file without ranges',
    operation: 'todos.export',
    check: 'files.whole',
    deviation: ({ contract }) => ({
      contract: {
        ...contract,
        export: { ...contract.export, metadata: { ...contract.export.metadata, ranges: true } },
      } as typeof contract,
      before: changingHeads((res) => {
        if (res.statusCode === 206) res.statusCode = 200;
      }),
    }),
  },
];
