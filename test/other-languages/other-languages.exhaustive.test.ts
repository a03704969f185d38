import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sharedApp } from '@product-content/test-support/app-server';
import { findProgram } from '@product-content/test-support/optional-programs';
import { expect, it, onTestFinished } from 'vitest';
import { inRepository } from '../docs/repository.ts';
import { callNames } from './calls.ts';
import { clients } from './clients.ts';
import { documents } from './results.ts';
import { runClient } from './run-client.ts';

const hasPython = findProgram('python') !== null;

// Two of the clients, whose generators take seconds. `pnpm clients` runs all of them.
it('generates a TypeScript client that makes every call', () => expectAllCalls('typescript-openapi-fetch'));

it.skipIf(!hasPython)(
  `generates a Python client that makes every call${hasPython ? '' : ' (skipped: no python3)'}`,
  () => expectAllCalls('python-openapi-python-client'),
);

async function expectAllCalls(name: string): Promise<void> {
  const cache = await mkdtemp(join(tmpdir(), 'clients-'));
  onTestFinished(() => rm(cache, { recursive: true, force: true }));
  const [client] = clients.filter((each) => each.name === name);
  if (client === undefined) throw new Error(`There is no client ${name}.`);
  const document = inRepository(documents.generators);
  const { failures, passed } = await runClient(client, { document, app: await sharedApp(), cache, print: () => {} });
  expect(failures).toEqual({});
  expect(passed).toEqual(callNames);
}
