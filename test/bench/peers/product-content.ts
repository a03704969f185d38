import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { run } from '@product-content/test-support/run-program';
import { copySources } from '../../deploy/copy-sources.ts';
import { readInstallCommand } from '../../deploy/deploy-files.ts';
import { inRepository } from '../../docs/repository.ts';
import { startArguments } from '../processes.ts';
import type { Peer } from './peer.ts';
import type { PeerProduct } from './peer-products.ts';
import { startProgram } from './program.ts';

const api = '/api/v1';

const toInput = ({ price, ...product }: PeerProduct) => ({ ...product, prices: { EUR: price } });

/** The server of this repository, installed by the command of its guide. */
export const productContent: Peer = {
  name: 'product-content',
  title: 'Product Content API',
  async version() {
    const { version } = JSON.parse(await readFile(inRepository('apps/server/package.json'), 'utf8')) as {
      version: string;
    };
    return version;
  },
  async install({ folder }) {
    await copySources(folder);
    await run(folder, 'sh', '-c', readInstallCommand());
  },
  async start({ folder, databaseUrl, port }) {
    const env = {
      NODE_ENV: 'production',
      PORT: String(port),
      DATABASE_URL: databaseUrl,
      DATA_DIR: join(folder, '.data'),
      SEED: 'none',
      LOG_LEVEL: 'warn',
      // Its limit of 600 requests a minute would end the measurement; none of the others has one.
      RATE_LIMIT: '1000000',
    };
    return startProgram({ folder, args: await startArguments(), env }, `http://127.0.0.1:${port}`, '/readyz');
  },
  async open(_, { folder }) {
    return {
      headers: { authorization: `Bearer ${(await readFile(join(folder, '.data/demo-key'), 'utf8')).trim()}` },
      create: (product) => ({ method: 'POST', path: `${api}/products`, body: toInput(product) }),
      createMany: (products) => ({
        method: 'POST',
        path: `${api}/products/bulk`,
        body: { items: products.map(toInput) },
      }),
      page: (number) => ({ method: 'GET', path: `${api}/products?limit=50&page=${number}` }),
      filtered: (status, brand) => ({
        method: 'GET',
        path: `${api}/products?limit=50&status=${status}&brand=${brand}`,
      }),
      search: (word) => ({ method: 'GET', path: `${api}/products?limit=50&q=${word}` }),
      get: (id) => ({ method: 'GET', path: `${api}/products/${id}` }),
      rename: (id, name) => ({ method: 'PATCH', path: `${api}/products/${id}`, body: { name } }),
      idsOf: (list) => (list as { data: { id: string }[] }).data.map(({ id }) => id),
    };
  },
};
