import type { Cell, Row } from '../../../../formats/index.ts';
import { RowShape, textAt } from '../row-shape.ts';
import type { RowTransform } from '../row-transform.ts';

/** Characters of the models that others inherit from. */
const maxCharacters = 16 * 1024 * 1024;

/**
 * Akeneo's product models: each is a parent. A model below another one also gets that one's values, because here
 * variants are only one level below parents.
 */
export const akeneoModels: RowTransform = {
  async open({ columns }) {
    const shape = new RowShape(columns);
    const [code, parent] = [shape.require('code'), shape.require('parent')];
    const type = shape.add('product type', 'type');
    return {
      columns: shape.columns,
      targets: shape.targets,
      async *rows(source) {
        const roots = new Map<string, readonly Cell[]>();
        let characters = 0;
        for await (const row of source) {
          const root = roots.get(textAt(row, parent).toLowerCase());
          const shaped = shape.copy(row);
          for (const [position, cell] of root?.entries() ?? [])
            if (textAt(row, position) === '') shaped.cells[position] = cell;
          shaped.cells[type] = 'parent';
          shaped.cells[parent] = '';
          if (textAt(row, parent) === '' && row.problem === undefined) {
            for (const cell of row.cells) characters += typeof cell === 'string' ? cell.length : 0;
            if (characters < maxCharacters) roots.set(textAt(row, code).toLowerCase(), row.cells);
          }
          yield textAt(row, parent) !== '' && root === undefined
            ? { ...shaped, problem: row.problem ?? noRoot(row, parent) }
            : shaped;
        }
      },
    };
  },
};

function noRoot(row: Row, parent: number): NonNullable<Row['problem']> {
  const name = textAt(row, parent).slice(0, 100);
  return { column: 'parent', message: `No row above this one is its parent model "${name}".` };
}
