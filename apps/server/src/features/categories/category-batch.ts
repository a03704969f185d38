import type { ApiError } from '../../kernel/index.ts';
import { decodeId, invalidFields } from '../../kernel/index.ts';
import { CategoryTree, RecordBatch, type SavedRecord, type SaveRecord } from '../catalog/index.ts';
import type { CategoryRow } from './category.entity.ts';
import { assertDepth, assertNotBelowItself, type PlaceInput } from './category-placement.ts';

/** A category before and after a batch. */
export interface ChangedCategory {
  /** Null for a new one. */
  readonly before: CategoryRow | null;
  readonly after: CategoryRow;
  /** True when a sibling took its place, and nothing else changed. */
  readonly onlyMadeRoom: boolean;
}

/**
 * The category tree while many categories are created, changed and moved. Positions that inputs name are those among
 * the siblings once all are saved, so that they may come in any order.
 */
export class CategoryBatch {
  readonly #original: ReadonlyMap<string, CategoryRow>;
  readonly #batch: RecordBatch<CategoryRow>;
  readonly #byCode: Map<string, CategoryRow>;
  readonly #byId: Map<string, CategoryRow>;
  /** Ids in their order, by the id of their parent. */
  readonly #children: Map<string | null, string[]>;
  readonly #stated = new Map<string, number>();
  readonly #at: Date;

  constructor(rows: readonly CategoryRow[], at: Date, noun: string) {
    this.#batch = new RecordBatch({ rows, at, noun });
    this.#at = at;
    this.#original = new Map(rows.map((row) => [row.id, row]));
    this.#byCode = new Map(rows.map((row) => [row.code, row]));
    this.#byId = new Map(this.#original);
    this.#children = new Map();
    for (const { id, parentId } of rows) this.#childrenOf(parentId).push(id);
  }

  /** @param merge gives a category with the texts of its input. */
  save<Input extends PlaceInput>(
    commands: readonly SaveRecord<Input>[],
    merge: (before: CategoryRow | null, command: SaveRecord<Input>) => CategoryRow,
  ): (SavedRecord | ApiError)[] {
    const outcomes = this.#batch.save(commands, (before, command) => {
      const after = this.#place(before, merge(before, command), command.input);
      this.#byCode.set(after.code, after);
      this.#byId.set(after.id, after);
      return after;
    });
    const places = this.#arrange();
    return outcomes.map((outcome, index) => {
      const { code, input } = commands[index] as SaveRecord<Input>;
      if (!('outcome' in outcome) || outcome.outcome !== 'unchanged' || input.position === undefined) return outcome;
      const row = this.#byCode.get(code) as CategoryRow;
      return places.get(row.id) === row.position ? outcome : { code, outcome: 'updated' };
    });
  }

  /** What is to be written. */
  get changed(): ChangedCategory[] {
    const places = this.#arrange();
    const changed = new Map(this.#batch.changed.map(({ before, after }) => [after.id, { before, after }]));
    return [...this.#byId.values()].flatMap((row): ChangedCategory[] => {
      const position = places.get(row.id) ?? row.position;
      const known = changed.get(row.id);
      if (known !== undefined)
        return [{ before: known.before, after: { ...known.after, position }, onlyMadeRoom: false }];
      if (position === row.position) return [];
      const onlyMadeRoom = !this.#stated.has(row.id);
      const updatedAt = onlyMadeRoom ? row.updatedAt : this.#at;
      return [{ before: row, after: { ...row, position, updatedAt }, onlyMadeRoom }];
    });
  }

  /** All categories as they are after the batch. */
  tree(): CategoryTree<CategoryRow> {
    const places = this.#arrange();
    const rows = [...this.#byId.values()].map((row) => ({ ...row, position: places.get(row.id) ?? row.position }));
    return new CategoryTree(rows.sort((a, b) => a.position - b.position));
  }

  #place(before: CategoryRow | null, row: CategoryRow, { parent, position }: PlaceInput): CategoryRow {
    const parentId = parent === undefined ? row.parentId : this.#resolve(parent);
    if (before === null || parentId !== before.parentId) {
      const path = this.#pathTo(parentId);
      assertNotBelowItself(path, row.id);
      assertDepth(path.length + this.#height(row.id));
      if (before !== null)
        this.#children.set(
          before.parentId,
          this.#childrenOf(before.parentId).filter((id) => id !== row.id),
        );
      this.#childrenOf(parentId).push(row.id);
    }
    if (position !== undefined) this.#stated.set(row.id, position);
    return { ...row, parentId };
  }

  #resolve(reference: string | null): string | null {
    if (reference === null) return null;
    const id = decodeId('category', reference);
    const parent = (id === null ? undefined : this.#byId.get(id)) ?? this.#byCode.get(reference);
    if (parent === undefined) throw invalidFields({ parent: `The category "${reference}" does not exist.` });
    return parent.id;
  }

  /** Positions of the children of each parent of whom something has changed. */
  #arrange(): ReadonlyMap<string, number> {
    const places = new Map<string, number>();
    for (const ids of this.#children.values()) {
      const order = ids.filter((id) => !this.#stated.has(id));
      const stated = ids.filter((id) => this.#stated.has(id));
      const positionOf = (id: string) => this.#stated.get(id) ?? 0;
      stated.sort((a, b) => positionOf(a) - positionOf(b));
      for (const id of stated) order.splice(Math.min(positionOf(id), order.length), 0, id);
      for (const [position, id] of order.entries()) places.set(id, position);
    }
    return places;
  }

  #childrenOf(id: string | null): string[] {
    const known = this.#children.get(id) ?? [];
    this.#children.set(id, known);
    return known;
  }

  /** From a category up to its root, itself included. */
  #pathTo(id: string | null): CategoryRow[] {
    const path: CategoryRow[] = [];
    for (let row = this.#byId.get(id ?? ''); row !== undefined; row = this.#byId.get(row.parentId ?? ''))
      path.push(row);
    return path;
  }

  #height(id: string): number {
    return 1 + (this.#children.get(id) ?? []).reduce((most, child) => Math.max(most, this.#height(child)), 0);
  }
}
