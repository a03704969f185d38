import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Peer, type Place, send } from './peer.ts';
import { installProject, type Program, pinnedVersion, runProgram, startProgram } from './program.ts';

const token = 'peers-of-the-benchmark';

const program = ({ folder, databaseUrl, port }: Place, command: string): Program => ({
  folder,
  args: ['node_modules/directus/cli.js', command],
  env: {
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    SECRET: token,
    DB_CLIENT: 'pg',
    DB_CONNECTION_STRING: databaseUrl,
    ADMIN_EMAIL: 'bench@example.com',
    ADMIN_PASSWORD: token,
    ADMIN_TOKEN: token,
    TELEMETRY: 'false',
    // It would respond with 503 to some requests under load.
    PRESSURE_LIMITER_ENABLED: 'false',
    LOG_LEVEL: 'warn',
  },
});

const field = (name: string, type: string, schema: object = {}) => ({ field: name, type, schema, meta: {} });

const collection = {
  collection: 'products',
  schema: {},
  meta: {},
  fields: [
    { field: 'id', type: 'integer', schema: { is_primary_key: true, has_auto_increment: true }, meta: {} },
    field('sku', 'string', { is_unique: true, is_nullable: false }),
    field('name', 'string', { is_nullable: false }),
    field('description', 'text'),
    field('price', 'decimal', { numeric_precision: 10, numeric_scale: 2 }),
    field('brand', 'string', { is_indexed: true }),
    field('status', 'string', { is_indexed: true }),
  ],
};

/** The total of a list is there on request alone; all others have it always. */
const page = 'limit=50&meta=filter_count';

export const directus: Peer = {
  name: 'directus',
  title: 'Directus',
  version: () => pinnedVersion('directus', 'directus'),
  async install(place) {
    await installProject('directus', place.folder);
    // What runs the scripts of flows has to be compiled, and is loaded by all servers. No flow is measured.
    await writeFile(join(place.folder, 'node_modules/isolated-vm/isolated-vm.js'), 'module.exports = {};\n');
    await runProgram(program(place, 'bootstrap'));
  },
  start: (place) => startProgram(program(place, 'start'), `http://127.0.0.1:${place.port}`, '/server/ping'),
  async open(url) {
    const headers = { authorization: `Bearer ${token}` };
    await send(url, { method: 'POST', path: '/collections', body: collection }, headers);
    return {
      headers,
      create: (product) => ({ method: 'POST', path: '/items/products', body: product }),
      createMany: (products) => ({ method: 'POST', path: '/items/products', body: products }),
      page: (number) => ({ method: 'GET', path: `/items/products?${page}&page=${number}` }),
      filtered: (status, brand) => ({
        method: 'GET',
        path: `/items/products?${page}&filter[status][_eq]=${status}&filter[brand][_eq]=${brand}`,
      }),
      search: (word) => ({ method: 'GET', path: `/items/products?${page}&search=${word}` }),
      get: (id) => ({ method: 'GET', path: `/items/products/${id}` }),
      rename: (id, name) => ({ method: 'PATCH', path: `/items/products/${id}`, body: { name } }),
      idsOf: (list) => (list as { data: { id: number }[] }).data.map(({ id }) => String(id)),
    };
  },
};
