import { expect, it } from 'vitest';
import { runKills } from './kills/run-kills.ts';

/** `node test/scenarios/webhooks/kills/kill-longer.ts` does the same at full size. */
const size = { changes: 2000, batch: 100, endpoints: 3, rounds: 2, pauseMs: 400 };

it('when server, worker and database are repeatedly killed, every event arrives everywhere, and no other', async () => {
  const { written, events, endpoints, shown, secrets, deaths } = await runKills(size);
  expect(deaths).toEqual({ server: 2, worker: 2, database: 2 });
  expect([...events.values()].sort()).toEqual([...written].sort());
  for (const { bodies, wrong } of endpoints) {
    expect(wrong).toEqual([]);
    expect(new Set(bodies.keys())).toEqual(new Set(events.keys()));
  }
  expect(shown).toContain('"level":');
  for (const secret of secrets) expect(shown).not.toContain(secret.slice(-40));
}, 120_000);
