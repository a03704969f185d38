import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { inRepository } from './repository.ts';

const read = (path: string) => readFileSync(inRepository(path), 'utf8');
const namesIn = (folder: string) => readdirSync(inRepository(folder), { withFileTypes: true });
const foldersIn = (folder: string) => namesIn(folder).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []));
const isWorkspaceLink = (name: string) => name === 'node_modules';

const architecture = read('docs/architecture.md');

describe('docs/architecture.md', () => {
  it('names every package, as the guide to the library does', () => {
    const packages = foldersIn('packages').map((name) => `packages/${name}`);
    expect(packages.filter((name) => !architecture.includes(name))).toEqual([]);
    const guide = read('docs/guides/using-the-library.md');
    expect(packages.filter((name) => !guide.includes(`../../${name}/README.md`))).toEqual([]);
  });

  it('names every folder of the server and of the tests', () => {
    const rooms = foldersIn('apps/server/src');
    expect(rooms.filter((name) => !architecture.includes(`  src/${name}`))).toEqual([]);
    const tests = /^test\/ .*$/m.exec(architecture)?.[0] ?? '';
    const views = foldersIn('test').filter((name) => name !== 'support' && !isWorkspaceLink(name));
    expect(views.filter((name) => !tests.includes(name))).toEqual([]);
  });

  it('names every table', () => {
    const tables = [...read('apps/server/src/storage/schema.sql').matchAll(/^create (?:unlogged )?table (\w+)/gm)];
    expect(tables.length).toBeGreaterThan(10);
    expect(tables.map(([, name]) => `\`${name}\``).filter((name) => !architecture.includes(name))).toEqual([]);
  });
});
