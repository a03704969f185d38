import { execFile } from 'node:child_process';
import process from 'node:process';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { pcmProgram } from '@product-content/test-support/app/programs';
import type { Preparation } from '@product-content/test-support/hostile/hostile-requests';
import { type Benchmark, percentile, type Row, type Scale } from './benchmark.ts';
import { preparations } from './hostile-preparations.ts';
import { type HostileWork, hostileWork } from './hostile-work.ts';
import { type Installation, withInstallation } from './installation.ts';
import { Neighbor } from './neighbor.ts';

const preload = new URL('./loop-delay.ts', import.meta.url).href;

/** Milliseconds: how long the server may compute without a pause, and another workspace may wait. */
const aims = { held: 100, p99: 250, max: 500 } as const;

/** Times an input is sent, and how many of it at once. */
const turns = 3;
const atOnce = 2;

/** What was measured while an input of the table was worked on, or nothing was. */
export interface HostileFigures {
  readonly name: string;
  /** Bytes that were sent each time. */
  readonly size: number;
  /** How long the event loop was held at most, in milliseconds: by the clock, and by the processor time of its thread. */
  readonly heldMs: number;
  readonly heldCpuMs: number;
  /** Of `GET /me` of another workspace, in milliseconds. */
  readonly p99Ms: number;
  readonly maxMs: number;
}

/** What other workspaces notice of hostile inputs, each beside an idle stretch of the same process. */
export const hostileInputs: Benchmark = {
  name: 'hostile-inputs',
  async measure(scale) {
    const [idle, ...inputs] = await measureHostileInputs(scale);
    return inputs.flatMap((figures) => toRows(figures, idle as HostileFigures));
  },
};

/** Measures an idle stretch, and then each input whose name the pattern finds. */
export async function measureHostileInputs(scale: Scale, only = /./): Promise<HostileFigures[]> {
  const inputs = (scale.quick ? hostileWork.filter(({ quick }) => quick) : hostileWork).filter(({ name }) =>
    only.test(name),
  );
  const nodeFlags = [...scale.nodeFlags, '--import', preload];
  const measureAll = async (installation: Installation) => {
    const neighbor = new Neighbor(installation.server.url, await createNeighborKey(installation));
    try {
      await delay(scale.pick(3000, 100));
      await observe('nothing', 0, installation, neighbor, async () => undefined);
      const idle = await observe('nothing', 0, installation, neighbor, () => delay(scale.pick(5000, 200)));
      const figures = [idle];
      const prepared = new Set<Preparation>();
      for (const input of inputs) {
        scale.say(`  ${input.name}`);
        for (const need of input.needs) {
          if (!prepared.has(need)) await preparations[need](installation);
          prepared.add(need);
        }
        figures.push(await measureInput(input, scale, installation, neighbor));
      }
      return figures;
    } finally {
      await neighbor.stop();
    }
  };
  // Hosts that never respond are on this machine.
  return withInstallation({ ...scale, nodeFlags }, measureAll, { WEBHOOK_ALLOW_PRIVATE: 'true' });
}

async function measureInput(
  { name, build, send }: HostileWork,
  scale: Scale,
  installation: Installation,
  neighbor: Neighbor,
): Promise<HostileFigures> {
  const bodies: (Buffer | undefined)[] = [];
  for (let turn = 0; turn < scale.pick(turns, 1); turn += 1) bodies.push(await build(turn));
  // What preparing left to be done, and garbage, belong to nobody.
  await delay(scale.pick(1000, 50));
  await observe('', 0, installation, neighbor, async () => undefined);
  return observe(name, bodies[0]?.length ?? 0, installation, neighbor, async () => {
    for (const body of bodies) {
      await Promise.all(Array.from({ length: scale.pick(atOnce, 1) }, () => send(installation, body)));
    }
    await delay(100);
  });
}

async function observe(
  name: string,
  size: number,
  { server }: Installation,
  neighbor: Neighbor,
  work: () => Promise<unknown>,
): Promise<HostileFigures> {
  await server.ask('loop-delay');
  await neighbor.takeLatencies();
  await work();
  const latencies = await neighbor.takeLatencies();
  const held = (await server.ask('loop-delay')) as Pick<HostileFigures, 'heldMs' | 'heldCpuMs'>;
  return { name, size, ...held, p99Ms: percentile(latencies, 0.99), maxMs: Math.max(0, ...latencies) };
}

/** The key of a workspace beside the one that is hostile. */
async function createNeighborKey({ databaseUrl, folder }: Installation): Promise<string> {
  const env = { ...process.env, DATABASE_URL: databaseUrl, DATA_DIR: folder };
  const pcm = (...args: string[]) => promisify(execFile)(process.execPath, [pcmProgram, ...args], { env });
  await pcm(
    'workspace',
    'create',
    '--slug',
    'neighbor',
    '--name',
    'Neighbor',
    '--locales',
    'en',
    '--currencies',
    'EUR',
  );
  const { stdout } = await pcm(
    'key',
    'create',
    '--workspace',
    'neighbor',
    '--name',
    'bench',
    '--scopes',
    'all',
    '--json',
  );
  return (JSON.parse(stdout) as { key: string }).key;
}

function toRows({ name, heldCpuMs, p99Ms, maxMs }: HostileFigures, idle: HostileFigures): Row[] {
  return [
    {
      work: `${name}: event loop held by computing`,
      unit: 'ms',
      floor: idle.heldCpuMs,
      ours: heldCpuMs,
      aim: { atMost: aims.held },
    },
    { work: `${name}: GET /me beside it, p99`, unit: 'ms', floor: idle.p99Ms, ours: p99Ms, aim: { atMost: aims.p99 } },
    { work: `${name}: GET /me beside it, max`, unit: 'ms', floor: idle.maxMs, ours: maxMs, aim: { atMost: aims.max } },
  ];
}
