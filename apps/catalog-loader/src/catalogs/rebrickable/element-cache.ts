import type { SourceRow } from '../../source/source-folder.ts';

/** Parts whose elements are in memory at the same time. */
export const cachedParts = 5_000;

/**
 * The elements of a batch of parts, by part. The tables have them in different orders, but a parent and its variants
 * belong together: in one request they cause one change of the parent. So the elements are read once for each batch of
 * parts, and only those of the batch are kept.
 */
export class ElementCache {
  readonly #rows = new Map<string, SourceRow[]>();

  /** @param parts numbers of the parts in the batch. */
  static async fill(parts: Iterable<string>, elements: AsyncIterable<SourceRow>): Promise<ElementCache> {
    const cache = new ElementCache();
    for (const part of parts) cache.#rows.set(part, []);
    for await (const row of elements) cache.#rows.get(row.cells.part_num ?? '')?.push(row);
    return cache;
  }

  /** Returns the elements of a part and drops them from the cache. */
  take(part: string): SourceRow[] {
    const rows = this.#rows.get(part) ?? [];
    this.#rows.delete(part);
    return rows;
  }
}

/** Batches of at most `length` rows. */
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
