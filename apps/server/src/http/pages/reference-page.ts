import { readFile } from 'node:fs/promises';
import type { FileBody } from '@contract-kit/middleware';
import { referencePath } from '../../features/meta/index.ts';
import { caching, type PageFileType, toPageFile } from './page-file.ts';
import type { ServedPage } from './serve-page.ts';

const viewerFile = (name: string) => new URL(import.meta.resolve(`swagger-ui-dist/${name}`));

/** All files of the page; other files of the viewer's package are not served. */
const sources: Readonly<Record<string, readonly [PageFileType, URL]>> = {
  '': ['html', new URL('reference/page.html', import.meta.url)],
  'page.css': ['css', new URL('reference/page.css', import.meta.url)],
  'page.js': ['js', new URL('reference/page.js', import.meta.url)],
  'swagger-ui.css': ['css', viewerFile('swagger-ui.css')],
  'swagger-ui-bundle.js': ['js', viewerFile('swagger-ui-bundle.js')],
  'favicon-32x32.png': ['png', viewerFile('favicon-32x32.png')],
};

/** The API reference: `openapi.json` in a viewer, with all its files. */
export function createReferencePage(): ServedPage {
  const files = new Map<string, FileBody>();
  return {
    path: referencePath,
    pictures: [],
    async file(name) {
      if (!Object.hasOwn(sources, name)) return null;
      const [type, location] = sources[name] as readonly [PageFileType, URL];
      const file = files.get(name) ?? toPageFile(type, await readFile(location), caching.revalidated);
      files.set(name, file);
      return file;
    },
  };
}
