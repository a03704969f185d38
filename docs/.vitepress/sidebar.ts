import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { DefaultTheme } from 'vitepress';
import { pageOf, repository } from './links.ts';

/** The pages by what a reader wants, each under its own title. */
export const sidebar: DefaultTheme.SidebarItem[] = [
  {
    text: 'Start',
    items: pages('README.md', 'docs/README.md', 'docs/comparison.md', 'docs/side-by-side.md', 'docs/growth.md'),
  },
  {
    text: 'Calling the API',
    items: pages(
      ...guides(
        'calling-the-api',
        'typed-client',
        'other-languages',
        'keeping-a-copy',
        'receiving-webhooks',
        'assistants',
      ),
      'docs/api-behavior.md',
    ),
  },
  {
    text: 'Products in and out',
    items: pages(...guides('importing', 'file-formats', 'exporting', 'assets', 'channels')),
  },
  {
    text: 'Using the library',
    items: pages(...guides('using-the-library', 'mocking', 'changing-a-contract', 'recipes'), ...readmes('packages')),
  },
  {
    text: 'Running the server',
    items: pages(
      ...guides('running-the-server', 'deploying', 'backup-and-upgrade', 'observing', 'console'),
      'docs/hostile-inputs.md',
      'docs/releases/README.md',
    ),
  },
  { text: 'Reference', items: pages(...globSync('docs/reference/*.md', { cwd: repository }).sort()) },
  {
    text: 'Working on it',
    items: pages(
      ...['CONTRIBUTING.md', 'SECURITY.md'],
      ...['architecture', 'testing', 'adding-a-product-field', 'glossary'].map((name) => `docs/${name}.md`),
      ...readmes('apps'),
      'contract/README.md',
    ),
  },
  {
    text: 'Decisions',
    collapsed: true,
    items: pages(...globSync('docs/decisions/*.md', { cwd: repository }).sort()),
  },
];

function guides(...names: string[]): string[] {
  return names.map((name) => `docs/guides/${name}.md`);
}

function readmes(folder: string): string[] {
  return globSync(`${folder}/*/README.md`, { cwd: repository }).sort();
}

function pages(...files: string[]): DefaultTheme.SidebarItem[] {
  return files.map((file) => ({ text: titleOf(file), link: `/${pageOf(file).replace(/(index)?\.md$/, '')}` }));
}

/** The first heading of a page. */
function titleOf(file: string): string {
  const text = readFileSync(join(repository, file), 'utf8');
  return /^# (.+)$/m.exec(text)?.[1]?.replaceAll('`', '') ?? basename(file, '.md');
}
