import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import process from 'node:process';
import { mountContract } from '@contract-kit/middleware/express';
import express from 'express';
import { createKey, createOptions, type Stores } from './api.ts';
import { openStores } from './stores.memory.ts';

/** Serves the API with Express. @returns its address, and a function to stop it. */
export async function startServer(stores: Stores, port: number) {
  const app = express();
  mountContract({ app, ...(await createOptions(stores)) });
  const server = app.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, close: () => new Promise((closed) => server.close(closed)) };
}

if (import.meta.main) {
  const stores = await openStores();
  const { url } = await startServer(stores, Number(process.env.PORT ?? 3000));
  process.stdout.write(`curl -i ${url}/notes -H 'X-API-Key: ${await createKey(stores, 'demo')}'\n${url}/docs\n`);
}
