import { describe, expect, it } from 'vitest';
import { countByInterval } from './requests-over-time.ts';

const span = { intervals: 3, length: 3_600_000 };
const now = new Date('2026-01-31T12:20:00Z');

describe('countByInterval', () => {
  it('counts instants by hour, the current hour last, and leaves out those before the span', () => {
    const instants = ['09:59:59', '10:00:00', '10:30:00', '12:19:00'].map((time) => `2026-01-31T${time}Z`);
    expect(countByInterval(instants, span, now)).toEqual([2, 0, 1]);
  });
});
