import { expect, it } from 'vitest';
import { createLogger, withLogFields } from './logger.ts';

function createLog() {
  const lines: string[] = [];
  const logger = createLogger('info', { write: (line) => void lines.push(line) });
  return { logger, entries: () => lines.map((line) => JSON.parse(line)) };
}

it('keeps message, code and stack of an error, and of its cause', () => {
  const { logger, entries } = createLog();
  const cause = Object.assign(new Error('duplicate key'), { code: '23505' });
  logger.error({ err: new Error('failed'), cause }, 'request failed');
  const [entry] = entries();
  expect(entry).toMatchObject({ msg: 'request failed', err: { message: 'failed' }, cause: { code: '23505' } });
  expect(entry.cause.stack).toContain('duplicate key');
});

it('leaves out the parts of database errors that quote rows and statements', () => {
  const { logger, entries } = createLog();
  const quoting = { detail: 'Failing row contains (secret).', where: 'secret', internalQuery: 'select secret' };
  logger.error({ err: Object.assign(new Error('violates'), quoting), cause: Object.assign(new Error('x'), quoting) });
  expect(JSON.stringify(entries())).not.toContain('secret');
});

it('logs a thrown value that is not an error', () => {
  const { logger, entries } = createLog();
  logger.error({ err: 'a text', cause: undefined }, 'odd');
  expect(entries()).toMatchObject([{ err: 'a text', msg: 'odd' }]);
});

it('names the request and the trace in which a line is written', async () => {
  const { logger, entries } = createLog();
  await withLogFields({ requestId: 'req_1' }, async () => {
    await withLogFields({ traceId: '0af7' }, async () => {
      await Promise.resolve();
      logger.info('within');
    });
    logger.info('around');
  });
  logger.info('outside');
  const fields = entries().map(({ msg, requestId, traceId }) => [msg, requestId, traceId]);
  expect(fields).toEqual([
    ['within', 'req_1', '0af7'],
    ['around', 'req_1', undefined],
    ['outside', undefined, undefined],
  ]);
});

it('writes a request id that is given to a line once', () => {
  const lines: string[] = [];
  const logger = createLogger('info', { write: (line) => void lines.push(line) });
  withLogFields({ requestId: 'req_1' }, () => logger.error({ requestId: 'req_1' }, 'request failed'));
  expect(lines[0]?.match(/requestId/g)).toHaveLength(1);
});
