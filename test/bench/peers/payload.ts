import { randomUUID } from 'node:crypto';
import { type Peer, type Place, send } from './peer.ts';
import { installProject, type Program, pinnedVersion, runProgram, startProgram } from './program.ts';

const secret = 'peers-of-the-benchmark';

const program = ({ folder, databaseUrl }: Place, ...args: readonly string[]): Program => ({
  folder,
  args,
  env: {
    NODE_ENV: 'production',
    DATABASE_URL: databaseUrl,
    PAYLOAD_SECRET: secret,
    NEXT_TELEMETRY_DISABLED: '1',
    PAYLOAD_TELEMETRY_DISABLED: '1',
  },
});

const payloadCli = 'node_modules/payload/bin.js';
const nextCli = 'node_modules/next/dist/bin/next';

export const payload: Peer = {
  name: 'payload',
  title: 'Payload',
  version: () => pinnedVersion('payload', 'payload'),
  async install(place) {
    await installProject('payload', place.folder);
    await runProgram(program(place, payloadCli, 'migrate:create', 'start'));
    await runProgram(program(place, payloadCli, 'migrate'));
    await runProgram(program(place, nextCli, 'build', '--webpack'));
  },
  start: (place) =>
    startProgram(
      program(place, nextCli, 'start', '--hostname', '127.0.0.1', '--port', String(place.port)),
      `http://127.0.0.1:${place.port}`,
      '/api/access',
    ),
  async open(url) {
    const user = { email: 'bench@example.com', password: secret };
    const registered = await send<{ token: string; user: { id: number } }>(url, {
      method: 'POST',
      path: '/api/users/first-register',
      body: user,
    });
    const apiKey = randomUUID();
    await send(
      url,
      { method: 'PATCH', path: `/api/users/${registered.user.id}`, body: { enableAPIKey: true, apiKey } },
      { authorization: `JWT ${registered.token}` },
    );
    return {
      headers: { authorization: `users API-Key ${apiKey}` },
      create: (product) => ({ method: 'POST', path: '/api/products', body: product }),
      createMany: null,
      page: (number) => ({ method: 'GET', path: `/api/products?limit=50&page=${number}` }),
      filtered: (status, brand) => ({
        method: 'GET',
        path: `/api/products?limit=50&where[status][equals]=${status}&where[brand][equals]=${brand}`,
      }),
      search: (word) => ({ method: 'GET', path: `/api/products?limit=50&where[name][like]=${word}` }),
      get: (id) => ({ method: 'GET', path: `/api/products/${id}` }),
      rename: (id, name) => ({ method: 'PATCH', path: `/api/products/${id}`, body: { name } }),
      idsOf: (list) => (list as { docs: { id: number }[] }).docs.map(({ id }) => String(id)),
    };
  },
};
