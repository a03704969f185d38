import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Peer, Place } from './peer.ts';
import type { PeerProduct } from './peer-products.ts';
import { installProject, type Program, pinnedVersion, startProgram } from './program.ts';

const tokenFile = ({ folder }: Place) => join(folder, 'token');

const program = (place: Place): Program => ({
  folder: place.folder,
  args: ['node_modules/@strapi/strapi/bin/strapi.js', 'start'],
  env: {
    NODE_ENV: 'production',
    PORT: String(place.port),
    DATABASE_URL: place.databaseUrl,
    APP_SECRET: 'peers-of-the-benchmark',
    TOKEN_FILE: tokenFile(place),
    STRAPI_TELEMETRY_DISABLED: 'true',
  },
});

/** A field `status` would be that of drafts. */
const toEntry = ({ status, ...product }: PeerProduct) => ({ ...product, productStatus: status });

const page = 'pagination[pageSize]=50';

export const strapi: Peer = {
  name: 'strapi',
  title: 'Strapi',
  version: () => pinnedVersion('strapi', '@strapi/strapi'),
  async install(place) {
    await installProject('strapi', place.folder);
    // The first start creates the tables.
    await (await strapi.start(place)).stop();
  },
  start: (place) => startProgram(program(place), `http://127.0.0.1:${place.port}`, '/_health'),
  async open(_, place) {
    return {
      headers: { authorization: `Bearer ${await readFile(tokenFile(place), 'utf8')}` },
      create: (product) => ({ method: 'POST', path: '/api/products', body: { data: toEntry(product) } }),
      createMany: null,
      page: (number) => ({ method: 'GET', path: `/api/products?${page}&pagination[page]=${number}` }),
      filtered: (status, brand) => ({
        method: 'GET',
        path: `/api/products?${page}&filters[productStatus][$eq]=${status}&filters[brand][$eq]=${brand}`,
      }),
      search: (word) => ({ method: 'GET', path: `/api/products?${page}&_q=${word}` }),
      get: (id) => ({ method: 'GET', path: `/api/products/${id}` }),
      // It changes the fields that are sent, whatever the method is called.
      rename: (id, name) => ({ method: 'PUT', path: `/api/products/${id}`, body: { data: { name } } }),
      idsOf: (list) => (list as { data: { documentId: string }[] }).data.map(({ documentId }) => documentId),
    };
  },
};
