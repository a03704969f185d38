import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { parameter, type StatementPart, StatementParts } from './statement-parts.ts';
import { statementsOn } from './tables.ts';

const mugs = statementsOn<{ readonly mug: { readonly shelf: string; readonly size: number } }>();

const selectSizes = mugs.family({
  name: 'mug.sizes',
  parameters: { shelf: 'text' },
  prepared: ({ parts }: StatementParts) => parts.length === 0,
  build: (db, { shelf }, where) => db.selectFrom('mug').select('size').where('shelf', '=', shelf).where(where.all),
});

const ofColor = (color: string): StatementPart => ({
  shape: 'color =',
  values: [color],
  expression: (value) => sql`color = ${value}`,
});

const onOtherShelf: StatementPart = {
  shape: 'other shelf',
  values: [],
  expression: () => sql`exists (select from mug m where m.shelf <> ${parameter('shelf')})`,
};

function statementOf(...parts: readonly StatementPart[]) {
  const where = new StatementParts(parts);
  const statement = selectSizes(where.shape, where);
  return { statement, values: statement.bind({ shelf: 'top', ...where.values }) };
}

describe('a family of statements', () => {
  it('compiles one statement for all values of a shape', () => {
    const [red, blue] = [statementOf(ofColor('red')), statementOf(ofColor('blue'))];
    expect(blue.statement).toBe(red.statement);
    expect(red.statement.source.text).toBe('select "size" from "mug" where "shelf" = $1 and color = $2');
    expect([red.values, blue.values]).toEqual([
      ['top', 'red'],
      ['top', 'blue'],
    ]);
  });

  it('distinguishes the values of equal conditions', () => {
    const { statement, values } = statementOf(ofColor('red'), ofColor('blue'));
    expect(statement.source.text).toContain('(color = $2 and color = $3)');
    expect(values).toEqual(['top', 'red', 'blue']);
  });

  it('gives a parameter one number, wherever it is used', () => {
    const { statement, values } = statementOf(onOtherShelf);
    expect(statement.source.text).toContain('m.shelf <> $1');
    expect(values).toEqual(['top']);
  });

  it('prepares the shapes that one plan serves, each with a distinct name', () => {
    expect(statementOf(ofColor('red')).statement.preparedName).toBeUndefined();
    expect(statementOf().statement.preparedName).toMatch(/^mug\.sizes\.[0-9a-f]{16}$/);
  });

  it('drops the least recently used statements', () => {
    const used = statementOf(ofColor('red')).statement;
    const unused = selectSizes('unused', new StatementParts([]));
    for (let other = 0; other < 999; other += 1) {
      selectSizes(`other ${other}`, new StatementParts([]));
      expect(statementOf(ofColor('red')).statement).toBe(used);
    }
    expect(selectSizes('unused', new StatementParts([]))).not.toBe(unused);
  });
});
