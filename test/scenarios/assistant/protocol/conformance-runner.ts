import { mkdtemp, readdir, readFile, realpath, rm } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { findProgram } from '@product-content/test-support/optional-programs';
import { run } from '@product-content/test-support/run-program';

/** The protocol's own conformance runner (npm `@modelcontextprotocol/conformance`); null where it is not installed. */
export const conformance = findProgram('mcpConformance');

interface Check {
  readonly id: string;
  readonly status: 'SUCCESS' | 'FAILURE' | 'WARNING' | 'INFO' | 'SKIPPED';
  readonly errorMessage?: string;
}

/** How the scenarios that a revision of the protocol requires went. */
export interface ConformanceReport {
  readonly passed: readonly string[];
  /** Each with what was wrong. */
  readonly failed: ReadonlyMap<string, readonly string[]>;
}

/** Runs every scenario that a revision requires of a server, with a key that the runner does not know of. */
export async function runConformance(url: string, key: string, revision: string): Promise<ConformanceReport> {
  const folder = await mkdtemp(join(tmpdir(), 'conformance-'));
  const door = await openDoor(url, key);
  try {
    const program = await realpath(conformance ?? '');
    const options = ['--url', door.url, '--requirements', revision, '--timeout', '20000', '--output-dir', folder];
    // It fails when a scenario does; which ones it wrote down.
    await run(folder, process.execPath, program, 'server', ...options).catch(() => undefined);
    return await readReport(folder);
  } finally {
    door.close();
    await rm(folder, { recursive: true, force: true });
  }
}

async function readReport(folder: string): Promise<ConformanceReport> {
  const passed: string[] = [];
  const failed = new Map<string, readonly string[]>();
  for (const name of await readdir(folder)) {
    const scenario = /^server-(.+)-\d{4}-\d\d-\d\dT/.exec(name)?.[1] ?? name;
    const checks = JSON.parse(await readFile(join(folder, name, 'checks.json'), 'utf8')) as readonly Check[];
    // What needs a tool that only a server made for the runner has is no failure of this one.
    const wrong = checks.filter(
      ({ status, errorMessage }) => status === 'FAILURE' && errorMessage?.startsWith('Not testable') !== true,
    );
    if (wrong.length === 0) passed.push(scenario);
    else
      failed.set(
        scenario,
        wrong.map(({ id, errorMessage }) => `${id}: ${errorMessage}`),
      );
  }
  return { passed, failed };
}

/** An address of this machine that passes requests on as they are, with the key. */
async function openDoor(url: string, key: string): Promise<{ readonly url: string; close(): void }> {
  const server = createServer((incoming, response) => {
    const headers = { ...incoming.headers, authorization: `Bearer ${key}` };
    const outgoing = request(url, { method: incoming.method ?? 'GET', headers }, (upstream) => {
      response.writeHead(upstream.statusCode ?? 500, upstream.headers);
      upstream.pipe(response);
    });
    outgoing.once('error', () => response.destroy());
    incoming.pipe(outgoing);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
