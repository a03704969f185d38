import process from 'node:process';
import { parseArgs } from 'node:util';
import { runKills } from './run-kills.ts';

/**
 * Writes in bulk while the server, a worker and PostgreSQL are killed with SIGKILL in turn, and says whether every
 * event arrived at each endpoint, none was made up, and repetitions were the same event.
 *
 *   node test/scenarios/webhooks/kills/kill-longer.ts [--changes 20000] [--rounds 8] [--endpoints 3]
 */
const { values } = parseArgs({
  options: {
    changes: { type: 'string', default: '20000' },
    rounds: { type: 'string', default: '8' },
    endpoints: { type: 'string', default: '3' },
  },
});

const write = (text: string) => process.stdout.write(`${text}\n`);
const { written, events, endpoints, shown, secrets, deaths, seconds } = await runKills({
  changes: Number(values.changes),
  batch: 500,
  endpoints: Number(values.endpoints),
  rounds: Number(values.rounds),
  pauseMs: 1500,
  report: write,
});

write(`${written.length} changes, deaths ${JSON.stringify(deaths)}, ${seconds.toFixed(0)} s`);
const told = [...events.values()];
const known = new Set(written);
const findings = [
  ['changes without an event', written.length - new Set(told).size],
  ['events without a change', told.filter((change) => !known.has(change)).length],
  ['changes with two events', told.length - new Set(told).size],
  ...endpoints.flatMap(({ bodies, wrong }, index): [string, number][] => [
    [`events missing at endpoint ${index}`, [...events.keys()].filter((id) => !bodies.has(id)).length],
    [`events made up at endpoint ${index}`, [...bodies.keys()].filter((id) => !events.has(id)).length],
    [`badly signed or changed at endpoint ${index}`, wrong.length],
  ]),
  ['secrets in logs, lists and events', secrets.filter((secret) => shown.includes(secret.slice(-40))).length],
] as const;
for (const [finding, count] of findings) write(`${finding}: ${count}`);
for (const [index, { requests, bodies }] of endpoints.entries()) {
  write(`endpoint ${index}: ${requests} requests for ${bodies.size} events`);
}
process.exitCode = findings.every(([, count]) => count === 0) ? 0 : 1;
