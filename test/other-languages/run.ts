import { execFileSync } from 'node:child_process';
import { homedir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { startApp } from '@product-content/test-support/app-server';
import { inRepository } from '../docs/repository.ts';
import { callNames } from './calls.ts';
import { clients } from './clients.ts';
import { writeGuide } from './guide.ts';
import { type DocumentName, documents, fingerprintOf, recordResult } from './results.ts';
import { type Outcome, runClient } from './run-client.ts';

const usage = `Generates clients in several languages, compiles them, lets each make ${callNames.length} calls, and records what works.

  pnpm clients [--only ${clients.map(({ name }) => name).join(',')}] [--document ${Object.keys(documents).join('|')}] [--cache DIR]

  --only      clients, separated by commas; default all
  --document  what they are generated from; default generators
  --cache     where clients are built and stay, with what they install; default ~/.cache/product-content-clients
`;

// The PostgreSQL server of the tests runs as long as this process.
process.exit(await main());

async function main(): Promise<number> {
  const { values: options } = parseArgs({
    options: {
      only: { type: 'string' },
      document: { type: 'string', default: 'generators' },
      cache: { type: 'string', default: join(homedir(), '.cache/product-content-clients') },
      help: { type: 'boolean', default: false },
    },
  });
  const chosen = options.only?.split(',') ?? clients.map(({ name }) => name);
  const unknown = [
    ...chosen.filter((name) => !clients.some((client) => client.name === name)),
    ...(options.document in documents ? [] : [options.document]),
  ];
  if (options.help || unknown.length > 0) {
    if (unknown.length > 0) process.stderr.write(`Unknown: ${unknown.join(', ')}\n\n`);
    process.stdout.write(usage);
    return unknown.length > 0 ? 2 : 0;
  }
  await runClients(chosen, options.document as DocumentName, options.cache);
  return 0;
}

/** One after the other: a compiler takes all the machine has. */
async function runClients(names: readonly string[], document: DocumentName, cache: string): Promise<void> {
  const sha256 = fingerprintOf(document);
  const app = await startApp({ env: { RATE_LIMIT: '100000' } });
  try {
    for (const client of clients.filter(({ name }) => names.includes(name))) {
      const missing = client.needs.filter((program) => !isInstalled(program));
      if (missing.length > 0) {
        process.stdout.write(`${client.name}: skipped, not installed: ${missing.join(', ')}\n`);
        continue;
      }
      const print = (output: string) => process.stderr.write(`${output.trimEnd()}\n`);
      const outcome = await runClient(client, { document: inRepository(documents[document]), app, cache, print });
      recordResult({ client: client.name, document, sha256, ...outcome });
      process.stdout.write(toText(client.name, outcome));
    }
    writeGuide();
  } finally {
    await app.stop();
  }
}

function toText(name: string, { passed, failures }: Outcome): string {
  const lines = Object.entries(failures).map(([what, reason]) => `  ${what}: ${reason}\n`);
  return `${name}: ${passed.length} of ${callNames.length}\n${lines.join('')}`;
}

function isInstalled(command: string): boolean {
  try {
    return execFileSync('sh', ['-c', 'command -v "$0"', command]).length > 0;
  } catch {
    return false;
  }
}
