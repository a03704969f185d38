import { type Peer, type Place, send } from './peer.ts';
import { brands, type PeerProduct } from './peer-products.ts';
import { installProject, type Program, pinnedVersion, runProgram, startProgram } from './program.ts';

const user = { email: 'bench@example.com', password: 'peers-of-the-benchmark' };

const program = ({ folder, databaseUrl, port }: Place, ...args: readonly string[]): Program => ({
  folder,
  args: ['node_modules/@medusajs/cli/cli.js', ...args],
  env: {
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    PORT: String(port),
    DATABASE_URL: databaseUrl,
    APP_SECRET: user.password,
    LOG_LEVEL: 'warn',
    MEDUSA_DISABLE_TELEMETRY: '1',
  },
});

const statuses = { draft: 'draft', in_review: 'proposed', approved: 'published', archived: 'rejected' } as const;

/** A product has its SKU and price at a variant, and its brand is a collection. */
const toInput = (product: PeerProduct, collections: ReadonlyMap<string, string>) => ({
  title: product.name,
  description: product.description,
  status: statuses[product.status],
  collection_id: collections.get(product.brand),
  options: [{ title: 'Default', values: ['Default'] }],
  variants: [
    {
      title: 'Default',
      sku: product.sku,
      options: { Default: 'Default' },
      prices: [{ currency_code: 'eur', amount: product.price }],
    },
  ],
});

export const medusa: Peer = {
  name: 'medusa',
  title: 'Medusa',
  version: () => pinnedVersion('medusa', '@medusajs/medusa'),
  async install(place) {
    await installProject('medusa', place.folder);
    await runProgram(program(place, 'db:migrate', '--execute-safe-links'));
    await runProgram(program(place, 'user', '--email', user.email, '--password', user.password));
  },
  start: (place) => startProgram(program(place, 'start'), `http://127.0.0.1:${place.port}`, '/health'),
  async open(url) {
    const { token } = await send<{ token: string }>(url, {
      method: 'POST',
      path: '/auth/user/emailpass',
      body: user,
    });
    const headers = { authorization: `Bearer ${token}` };
    const collections = new Map<string, string>();
    for (const title of brands) {
      const request = { method: 'POST', path: '/admin/collections', body: { title } } as const;
      const { collection } = await send<{ collection: { id: string } }>(url, request, headers);
      collections.set(title, collection.id);
    }
    return {
      headers,
      create: (product) => ({ method: 'POST', path: '/admin/products', body: toInput(product, collections) }),
      createMany: (products) => ({
        method: 'POST',
        path: '/admin/products/batch',
        body: { create: products.map((product) => toInput(product, collections)) },
      }),
      page: (number) => ({ method: 'GET', path: `/admin/products?limit=50&offset=${(number - 1) * 50}` }),
      filtered: (status, brand) => ({
        method: 'GET',
        path: `/admin/products?limit=50&status[]=${statuses[status]}&collection_id[]=${collections.get(brand)}`,
      }),
      search: (word) => ({ method: 'GET', path: `/admin/products?limit=50&q=${word}` }),
      get: (id) => ({ method: 'GET', path: `/admin/products/${id}` }),
      rename: (id, name) => ({ method: 'POST', path: `/admin/products/${id}`, body: { title: name } }),
      idsOf: (list) => (list as { products: { id: string }[] }).products.map(({ id }) => id),
    };
  },
};
