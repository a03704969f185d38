import { expect, it } from 'vitest';
import { parseWebhookEvent } from './event.ts';

const event = { id: 'evt_1', type: 'a.b', createdAt: '2026-01-01T00:00:00.000Z', data: null };

it('an envelope is an event, with any other properties', () => {
  expect(parseWebhookEvent({ ...event, extra: 1 })).toEqual({ ...event, extra: 1 });
});

it.each([
  [null],
  [[]],
  ['evt_1'],
  [{}],
  [{ ...event, id: '' }],
  [{ ...event, id: 5 }],
  [{ ...event, type: undefined }],
  [{ ...event, createdAt: null }],
  [Object.create(event)],
])('anything else is not an event: %j', (value) => {
  expect(() => parseWebhookEvent(value)).toThrow(TypeError);
});

it('an envelope without data is refused by name', () => {
  const { data: _data, ...rest } = event;
  expect(() => parseWebhookEvent(rest)).toThrow('data is missing');
});
