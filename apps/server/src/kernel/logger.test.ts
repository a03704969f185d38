import { expect, it } from 'vitest';
import { createLogger } from './logger.ts';

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

it('leaves out where an error of the database quotes rows and statements', () => {
  const { logger, entries } = createLog();
  const quoting = { detail: 'Failing row contains (secret).', where: 'secret', internalQuery: 'select secret' };
  logger.error({ err: Object.assign(new Error('violates'), quoting), cause: Object.assign(new Error('x'), quoting) });
  expect(JSON.stringify(entries())).not.toContain('secret');
});

it('takes what is no error as it is', () => {
  const { logger, entries } = createLog();
  logger.error({ err: 'a text', cause: undefined }, 'odd');
  expect(entries()).toMatchObject([{ err: 'a text', msg: 'odd' }]);
});
