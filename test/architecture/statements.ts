import type { Source } from './sources.ts';

const server = 'apps/server/src/';

/** What speaks with PostgreSQL itself: connections, transactions, locks, migrations. It names no table of the app. */
const machinery = /^apps\/server\/src\/(storage\/(?!outbox\/|shared-secret)|jobs\/)/;

const beginning =
  /['"`]\s*(?:select\s+[^'"`\s]|insert into\b|update \w+ |delete from\b|with (?:recursive )?\w+ as\b|truncate \w)/i;

/** Source files of the server that are neither tests nor made for them. */
export function serverSources(sources: readonly Source[]): Source[] {
  return sources.filter(
    ({ path }) => path.startsWith(server) && !path.endsWith('.test.ts') && !path.includes('/testing/'),
  );
}

/** Files with text of statements, which belongs into `*.sql.ts`. */
export function findLooseStatements(sources: readonly Source[]): string[] {
  return serverSources(sources)
    .filter(
      ({ path, text }) => !path.endsWith('.sql.ts') && !machinery.test(path) && beginning.test(withoutComments(text)),
    )
    .map(({ path }) => path.slice(server.length))
    .sort();
}

/** The feature, or other room of the server, that has the entity of a table. */
export function findOwners(sources: readonly Source[]): ReadonlyMap<string, string> {
  const tables = serverSources(sources).flatMap(({ path, text }) =>
    [...text.matchAll(/\btableName: '(\w+)'/g)].map(([, table]): [string, string] => [table as string, roomOf(path)]),
  );
  return new Map(tables);
}

const position =
  /\b(?:from|join|into|update|using)\s+(?:only\s+)?(\w+)|\b(?:selectFrom|insertInto|updateTable|deleteFrom|using|\w+Join)\(\s*'(\w+)/g;

/** Tables of other rooms that a file names in a statement, as `file: table, table`. */
export function findForeignTables(sources: readonly Source[]): string[] {
  const owners = findOwners(sources);
  const found = serverSources(sources).flatMap(({ path, text }) => {
    const room = roomOf(path);
    const named = [...withoutComments(text).matchAll(position)].map(([, inText, inKysely]) => inText ?? inKysely ?? '');
    const foreign = [...new Set(named)].filter((table) => owners.has(table) && owners.get(table) !== room);
    return foreign.length === 0 ? [] : [`${path.slice(server.length)}: ${foreign.sort().join(', ')}`];
  });
  return found.sort();
}

function roomOf(path: string): string {
  const [room = '', feature = ''] = path.slice(server.length).split('/');
  return room === 'features' ? feature : room;
}

function withoutComments(text: string): string {
  return text.replaceAll(/^\s*(?:\/\/|\/?\*).*$/gm, '');
}
