import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitepress';
import { drawDiagrams } from './diagrams.ts';
import { copySources, linkToPages, pageOf } from './links.ts';
import { sidebar } from './sidebar.ts';

const releases = readdirSync(new URL('../releases', import.meta.url), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

/** The documentation as a site: the Markdown of the repository, with its generated references. */
export default defineConfig({
  title: 'Product Content API',
  description: 'A contract-driven REST framework for TypeScript, and the server that proves it.',
  base: '/docs/',
  outDir: './.vitepress/dist',
  cacheDir: './.vitepress/cache',
  srcDir: '..',
  srcExclude: ['**/node_modules/**', 'test/**', 'docs/releases/*/**'],
  rewrites: pageOf,
  cleanUrls: true,
  metaChunk: true,
  buildEnd: ({ outDir }) => copySources(outDir),
  vite: {
    // Pages outside this folder cannot resolve what is installed in it.
    resolve: { alias: { vue: fileURLToPath(new URL('.', import.meta.resolve('vue/package.json'))) } },
    // The bundler of this version does not know the target of the repository's settings.
    esbuild: { tsconfigRaw: { compilerOptions: { target: 'es2022' } } },
  },
  markdown: {
    theme: { light: 'github-light', dark: 'github-dark' },
    config(md) {
      linkToPages(md);
      drawDiagrams(md);
    },
  },
  themeConfig: {
    search: { provider: 'local' },
    outline: [2, 3],
    nav: [
      { text: 'Guides', link: '/guides/calling-the-api' },
      { text: 'Reference', link: '/reference/operations' },
      { component: 'ApiReferenceLink' },
      { text: 'Decisions', link: '/decisions/' },
      { text: `Releases (${releases.at(-1)})`, link: '/releases/' },
    ],
    sidebar,
  },
});
