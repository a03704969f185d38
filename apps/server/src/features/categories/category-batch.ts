import { type ApiError, decodeId, invalidFields } from '../../kernel/index.ts';
import { CategoryTree, RecordBatch, type SavedRecord, type SaveRecord } from '../catalog/index.ts';
import type { CategoryRow } from './category.entity.ts';
import { assertDepth, assertNotBelowItself, type PlaceInput } from './category-placement.ts';

/** A category before and after a batch. */
export interface ChangedCategory {
  /** Null for a new one. */
  readonly before: CategoryRow | null;
  readonly after: CategoryRow;
  /** True when only its position changed, to make room for a sibling. */
  readonly onlyMadeRoom: boolean;
}

/**
 * The category tree while many categories are created, changed and moved. Positions in inputs are those among the
 * siblings once all are saved, so inputs may come in any order.
 */
export class CategoryBatch {
  readonly #batch: RecordBatch<CategoryRow>;
  readonly #byCode: Map<string, CategoryRow>;
  readonly #byId: Map<string, CategoryRow>;
  /** Ids in order, by the id of their parent. */
  readonly #children: Map<string | null, string[]>;
  readonly #stated = new Map<string, number>();
  /** Parents with different children, or children in a different order. */
  readonly #touched = new Set<string | null>();
  readonly #at: Date;

  constructor(rows: readonly CategoryRow[], at: Date, noun: string) {
    this.#batch = new RecordBatch({ rows, at, noun });
    this.#at = at;
    this.#byCode = new Map(rows.map((row) => [row.code, row]));
    this.#byId = new Map(rows.map((row) => [row.id, row]));
    this.#children = new Map();
    for (const { id, parentId } of rows) this.#childrenOf(parentId).push(id);
  }

  /** @param merge returns a category after the texts of its input are applied. */
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
      return (places.get(row.id) ?? row.position) === row.position ? outcome : { code, outcome: 'updated' };
    });
  }

  /** The categories to write, and the resulting tree. */
  settle(): { readonly changed: readonly ChangedCategory[]; readonly tree: CategoryTree<CategoryRow> } {
    const places = this.#arrange();
    const merged = new Map(this.#batch.changed.map((change) => [change.after.id, change]));
    const changed = [...this.#byId.values()].flatMap((row): ChangedCategory[] => {
      const position = places.get(row.id) ?? row.position;
      const { before, after } = merged.get(row.id) ?? { before: row, after: row };
      if (before === after && position === row.position) return [];
      const onlyMadeRoom = before === after && !this.#stated.has(row.id);
      const updatedAt = onlyMadeRoom ? row.updatedAt : this.#at;
      return [{ before, after: { ...after, position, updatedAt }, onlyMadeRoom }];
    });
    const rows = new Map(this.#byId);
    for (const { after } of changed) rows.set(after.id, after);
    const tree = new CategoryTree([...rows.values()].sort((a, b) => a.position - b.position));
    return { changed, tree };
  }

  #place(before: CategoryRow | null, row: CategoryRow, { parent, position }: PlaceInput): CategoryRow {
    const parentId = parent === undefined ? row.parentId : this.#resolve(parent);
    if (before === null || parentId !== before.parentId) {
      const path = this.#pathTo(parentId);
      assertNotBelowItself(path, row.id);
      assertDepth(path.length + this.#height(row.id));
      if (before !== null) {
        const siblings = this.#childrenOf(before.parentId).filter((id) => id !== row.id);
        this.#children.set(before.parentId, siblings);
        this.#touched.add(before.parentId);
      }
      this.#childrenOf(parentId).push(row.id);
      this.#touched.add(parentId);
    }
    if (position !== undefined) {
      this.#stated.set(row.id, position);
      this.#touched.add(parentId);
    }
    return { ...row, parentId };
  }

  #resolve(reference: string | null): string | null {
    if (reference === null) return null;
    const id = decodeId('category', reference);
    const parent = (id === null ? undefined : this.#byId.get(id)) ?? this.#byCode.get(reference);
    if (parent === undefined) throw invalidFields({ parent: `The category "${reference}" does not exist.` });
    return parent.id;
  }

  /** The new positions of the children of each touched parent. */
  #arrange(): ReadonlyMap<string, number> {
    const places = new Map<string, number>();
    for (const ids of [...this.#touched].map((parentId) => this.#childrenOf(parentId))) {
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

  /** The path from a category up to its root, including it. */
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
