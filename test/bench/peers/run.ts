import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { startEmbeddedPostgres } from '@product-content/test-support/embedded-postgres';
import { takePort } from '@product-content/test-support/ports';
import { directus } from './directus.ts';
import { fullAmount, measurePeer } from './measure.ts';
import { medusa } from './medusa.ts';
import { payload } from './payload.ts';
import type { Peer } from './peer.ts';
import { productContent } from './product-content.ts';
import { readResults, recordResult, toTable } from './results.ts';
import { strapi } from './strapi.ts';

const peers: readonly Peer[] = [productContent, directus, medusa, payload, strapi];

const usage = `Installs servers that users could choose for their products, one after the other in a temporary folder, measures
them on the same PostgreSQL, and records the results in test/bench/peers/results.json and the pages that show them.

  pnpm bench:peers [--only ${peers.map(({ name }) => name).join(',')}] [--keep]

  --only  peers to measure, separated by commas; default all
  --keep  leaves the folders of the peers
`;

process.exitCode = await main();

async function main(): Promise<number> {
  const { values: options } = parseArgs({
    options: {
      only: { type: 'string' },
      keep: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  const chosen = options.only?.split(',') ?? peers.map(({ name }) => name);
  const unknown = chosen.filter((name) => !peers.some((peer) => peer.name === name));
  if (options.help || unknown.length > 0) {
    if (unknown.length > 0) process.stderr.write(`Unknown peer: ${unknown.join(', ')}\n\n`);
    process.stdout.write(usage);
    return unknown.length > 0 ? 2 : 0;
  }
  const say = (text: string) => process.stderr.write(`${text}\n`);
  let failed = 0;
  for (const peer of peers.filter(({ name }) => chosen.includes(name))) {
    try {
      await measure(peer, options.keep, say);
    } catch (error) {
      failed += 1;
      say(`${peer.name}: ${error instanceof Error ? error.message : error}`);
    }
  }
  process.stdout.write(`${toTable(readResults())}\n`);
  return failed === 0 ? 0 : 1;
}

/** Each peer has a PostgreSQL server to itself: what one leaves behind is not in the way of the next. */
async function measure(peer: Peer, keep: boolean, say: (text: string) => void): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), `peer-${peer.name}-`));
  const postgres = await startEmbeddedPostgres({ onDisk: true });
  try {
    const databaseUrl = await postgres.createDatabase('peer');
    recordResult(await measurePeer(peer, { folder, databaseUrl, port: await takePort() }, fullAmount, say));
  } finally {
    await postgres.stop();
    if (keep) say(`${peer.name}: kept in ${folder}`);
    else await rm(folder, { recursive: true, force: true });
  }
}
