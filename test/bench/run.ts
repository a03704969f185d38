import { writeFile } from 'node:fs/promises';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { backups } from './backups.ts';
import type { Benchmark, Scale } from './benchmark.ts';
import { exports } from './exports.ts';
import { formats } from './formats.ts';
import { growth } from './growth.ts';
import { hostileInputs } from './hostile-inputs.ts';
import { imports } from './imports.ts';
import { closeSharedInstallation } from './installation.ts';
import { policies } from './policies.ts';
import { rateLimit } from './rate-limit.ts';
import { type Figures, toJson, toTable } from './report.ts';
import { reads, records, writes } from './requests.ts';
import { revokedKeys } from './revoked-keys.ts';
import { processes } from './several-processes.ts';
import { starting } from './starting.ts';
import { telemetry } from './telemetry.ts';
import { webhooks } from './webhooks.ts';

const benchmarks: readonly Benchmark[] = [
  reads,
  writes,
  records,
  growth,
  imports,
  exports,
  formats,
  backups,
  webhooks,
  rateLimit,
  revokedKeys,
  telemetry,
  policies,
  processes,
  starting,
  hostileInputs,
];

const usage = `Measures the server and the library against floors in the same run and prints one table.

  pnpm bench [--only ${benchmarks.map(({ name }) => name).join(',')}] [--json FILE] [--quick] [--products N,…] [--profile DIR]

  --only     benchmarks to run, separated by commas; default all
  --json     writes the figures there as JSON, too
  --quick    as little work as still runs everything; the figures mean nothing
  --products how many products growth is measured on, such as 10000,100000,1000000; default 100000
  --profile  writes CPU profiles of the measured servers there
`;

process.exitCode = await main();

async function main(): Promise<number> {
  const { values: options } = parseArgs({
    options: {
      only: { type: 'string' },
      json: { type: 'string' },
      quick: { type: 'boolean', default: false },
      products: { type: 'string' },
      profile: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  const chosen = options.only?.split(',') ?? benchmarks.map(({ name }) => name);
  const unknown = chosen.filter((name) => !benchmarks.some((benchmark) => benchmark.name === name));
  if (options.help || unknown.length > 0) {
    if (unknown.length > 0) process.stderr.write(`Unknown benchmark: ${unknown.join(', ')}\n\n`);
    process.stdout.write(usage);
    return unknown.length > 0 ? 2 : 0;
  }
  const scale: Scale = {
    quick: options.quick,
    ...(options.products !== undefined && { products: options.products.split(',').map(Number) }),
    pick: (full, quick) => (options.quick ? quick : full),
    say: (text) => process.stderr.write(`${text}\n`),
    nodeFlags: options.profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${options.profile}`],
  };
  const figures: Figures[] = [];
  try {
    for (const { name, measure } of benchmarks.filter(({ name }) => chosen.includes(name))) {
      scale.say(`measuring ${name}`);
      figures.push({ benchmark: name, rows: await measure(scale) });
    }
  } finally {
    await closeSharedInstallation();
  }
  process.stdout.write(`${toTable(figures)}\n`);
  if (options.json !== undefined) await writeFile(options.json, toJson(figures));
  return 0;
}
