import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatReport, verifyContract } from '@contract-kit/contract-testing';
import { createKey } from './api.ts';
import { contract } from './contract.ts';
import { startServer } from './server.express.ts';
import { openStores } from './stores.memory.ts';

test('the server keeps its contract', async (t) => {
  const stores = await openStores();
  t.after(() => stores.close());
  const server = await startServer(stores, 0);
  t.after(() => server.close());
  const apiKey = { full: await createKey(stores, 'verify'), otherTenant: await createKey(stores, 'other') };
  const report = await verifyContract(contract, { baseUrl: server.url, credentials: { apiKey }, runs: 5 });
  assert.equal(report.failed, 0, formatReport(report));
});
