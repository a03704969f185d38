import { headerNames } from '@contract-kit/http-spec';
import type { Check } from '../check.ts';
import { askFor, expectPart, expectWhole, hasParts, readFile } from './whole-file.ts';

const ifRangeField = 'if-range';

/** RFC 9110 §13.1.5: what the client has and what it gets must be parts of one file. */
export const ifRange: Check = {
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

export const fileHead: Check = {
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
