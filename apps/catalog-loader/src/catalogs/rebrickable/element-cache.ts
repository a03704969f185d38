import type { SourceRow } from '../../source/source-folder.ts';

/** Parts whose elements are held in memory at once. */
export const cachedParts = 5_000;

/**
 * The elements of a run of parts, by part. The tables have them in different orders, and a parent and its variants
 * belong together: in one request they are one change of the parent. So the elements are read once for each run of
 * parts, and only those of the run are held.
 */
export class ElementCache {
  readonly #rows = new Map<string, SourceRow[]>();

  /** @param parts numbers of the parts of the run. */
  static async fill(parts: Iterable<string>, elements: AsyncIterable<SourceRow>): Promise<ElementCache> {
    const cache = new ElementCache();
    for (const part of parts) cache.#rows.set(part, []);
    for await (const row of elements) cache.#rows.get(row.cells.part_num ?? '')?.push(row);
    return cache;
  }

  /** The elements of a part, which the cache then forgets. */
  take(part: string): SourceRow[] {
    const rows = this.#rows.get(part) ?? [];
    this.#rows.delete(part);
    return rows;
  }
}

/** Runs of at most `length` rows. */
export async function* inRuns(rows: AsyncIterable<SourceRow>, length: number): AsyncGenerator<SourceRow[]> {
  let run: SourceRow[] = [];
  for await (const row of rows) {
    run.push(row);
    if (run.length < length) continue;
    yield run;
    run = [];
  }
  if (run.length > 0) yield run;
}
