import { describe, expect, it } from 'vitest';
import { readSources } from './sources.ts';
import { findForeignTables, findLooseStatements, findOwners } from './statements.ts';

const sources = readSources();

describe('the text of a statement', () => {
  it('is declared in a file `*.sql.ts`, where a test prepares it', () => {
    expect(findLooseStatements(sources)).toEqual([]);
  });

  it('is found at the beginning of any string, and not in a comment', () => {
    const file = (text: string) => ({ path: 'apps/server/src/features/x/x.ts', text, lines: 1, imports: [] });
    const texts = ["'select id from x'", '`\n  with a as (select 1)`', '"delete from x"', "'update x set y = 1'"];
    for (const text of texts) expect(findLooseStatements([file(`const statement = ${text};`)])).toHaveLength(1);
    expect(findLooseStatements([file("// 'select id from x'\nconst type = 'select';")])).toEqual([]);
  });
});

describe('a table', () => {
  it('is named only by the feature that has its entity', () => {
    expect(findForeignTables(sources)).toEqual([]);
  });

  it('of another feature is found in text and in Kysely', () => {
    const owner = { path: 'apps/server/src/features/a/a.entity.ts', text: "tableName: 'owned'", lines: 1, imports: [] };
    const other = { ...owner, path: 'apps/server/src/features/b/b.ts' };
    expect(findOwners([owner])).toEqual(new Map([['owned', 'a']]));
    for (const text of ["'select id from owned'", "db.selectFrom('owned as o')", "'update owned set x = 1'"]) {
      expect(findForeignTables([owner, { ...other, text }])).toEqual(['features/b/b.ts: owned']);
    }
    expect(findForeignTables([owner, { ...owner, text: "'select id from owned'" }])).toEqual([]);
  });
});
