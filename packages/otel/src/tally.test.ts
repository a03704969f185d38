import { expect, it } from 'vitest';
import { Tally } from './tally.ts';

it('counts each combination of attributes on its own', () => {
  const sent = new Tally('kind', 'outcome');
  sent.add(['email', 'delivered']);
  sent.add(['email', 'failed'], 2);
  sent.add(['sms', 'delivered']);
  sent.add(['email', 'delivered'], 0.5);
  expect(sent.counts()).toEqual([
    { attributes: { kind: 'email', outcome: 'delivered' }, value: 1.5 },
    { attributes: { kind: 'email', outcome: 'failed' }, value: 2 },
    { attributes: { kind: 'sms', outcome: 'delivered' }, value: 1 },
  ]);
});

it('counts without attributes', () => {
  const started = new Tally();
  started.add([]);
  started.add([]);
  expect(started.counts()).toEqual([{ attributes: {}, value: 2 }]);
});
