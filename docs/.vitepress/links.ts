import { existsSync, statSync } from 'node:fs';
import { copyFile, mkdir } from 'node:fs/promises';
import { dirname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { MarkdownRenderer } from 'vitepress';

/** Root of the repository. */
export const repository = fileURLToPath(new URL('../..', import.meta.url));

/** Files that pages link to and that are not pages, by their paths in the repository. */
const sources = new Set<string>();

/** The page that a Markdown file of the repository becomes: `docs/` is the root of the site. */
export function pageOf(file: string): string {
  if (!file.includes('/')) return file === 'README.md' ? 'overview.md' : file.toLowerCase();
  return file.replace(/^docs\//, '').replace(/(^|\/)README\.md$/, '$1index.md');
}

/** Makes links work that are written for readers of the repository: to Markdown files, folders and sources. */
export function linkToPages(md: MarkdownRenderer): void {
  md.core.ruler.before('normalize', 'leave-out-comments', (state) => {
    state.src = state.src.replaceAll(/<!--[\s\S]*?-->/g, '');
  });
  md.core.ruler.push('link-to-pages', ({ tokens, env }) => {
    const folder = posix.dirname((env.realPath ?? env.path).slice(repository.length));
    for (const token of tokens.flatMap(({ children }) => children ?? [])) {
      if (token.type !== 'link_open') continue;
      const href = token.attrGet('href') ?? '';
      if (!/^(#|[a-z]+:)/i.test(href)) token.attrSet('href', addressOf(folder, href));
    }
  });
}

function addressOf(folder: string, href: string): string {
  const [path = '', hash] = decodeURI(href).split('#', 2);
  const target = posix.join(folder, path).replace(/\/$/, '');
  const isFolder = existsSync(join(repository, target)) && statSync(join(repository, target)).isDirectory();
  const file = isFolder ? `${target}/README.md` : target;
  if (!file.endsWith('.md')) {
    sources.add(file);
    return `/source/${file}.txt`;
  }
  const page = pageOf(file)
    .replace(/(^|\/)index\.md$/, '$1')
    .replace(/\.md$/, '');
  return `/${page}${hash === undefined ? '' : `#${hash}`}`;
}

/** Puts the sources that pages link to beside the pages, as text. */
export async function copySources(outDir: string): Promise<void> {
  for (const source of sources) {
    const target = join(outDir, 'source', `${source}.txt`);
    await mkdir(dirname(target), { recursive: true });
    await copyFile(join(repository, source), target);
  }
}
