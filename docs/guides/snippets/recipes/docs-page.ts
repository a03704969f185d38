import { readFile } from 'node:fs/promises';
import { type Api, createApi, type ExtraRoute, notFound, preRendered } from '@contract-kit/middleware';
import { createOpenApiDocument, toCanonicalJson } from '@contract-kit/openapi';
import { options } from './options.ts';
import { contract, handlers } from './ping.ts';

const page = `<!doctype html>
<html lang="en">
  <meta charset="utf-8">
  <title>API</title>
  <link rel="stylesheet" href="/docs/swagger-ui.css">
  <div id="page"></div>
  <script src="/docs/swagger-ui-bundle.js"></script>
  <script>SwaggerUIBundle({ url: '/openapi.json', dom_id: '#page' });</script>
</html>`;

const mediaTypes: Readonly<Record<string, string>> = {
  'swagger-ui.css': 'text/css',
  'swagger-ui-bundle.js': 'text/javascript',
};

const docsRoutes = (document: string): readonly ExtraRoute[] => [
  {
    method: 'GET',
    path: '/openapi.json',
    auth: 'none',
    handle: async () => ({ status: 200, body: preRendered(document) }),
  },
  {
    method: 'GET',
    path: '/docs',
    auth: 'none',
    handle: async () => ({ status: 200, headers: { 'Content-Type': 'text/html; charset=utf-8' }, body: page }),
  },
  {
    method: 'GET',
    path: '/docs/:file',
    auth: 'none',
    handle: async ({ params: { file = '' } }) => {
      const mediaType = Object.hasOwn(mediaTypes, file) ? mediaTypes[file] : undefined;
      if (mediaType === undefined) throw notFound('file');
      const path = new URL(import.meta.resolve(`swagger-ui-dist/${file}`));
      return { status: 200, headers: { 'Content-Type': mediaType }, body: await readFile(path) };
    },
  },
];

export async function createDocumentedApi(): Promise<Api> {
  const document = await createOpenApiDocument(contract, {
    info: { title: 'An API with a page', version: '1.0.0', license: { name: 'MIT', identifier: 'MIT' } },
    servers: [{ url: '/' }],
    tags: { meta: { name: 'Meta', description: 'The API itself.' } },
  });
  return createApi({
    ...options,
    contract,
    handlers,
    extraRoutes: docsRoutes(toCanonicalJson(document)),
  });
}
