/** How long work may hold the event loop before everything else gets its turn, in milliseconds. */
const sliceMs = 10;

let sliceEnd = 0;
const waiting: (() => void)[] = [];

/**
 * Whether the event loop is to be given back: a slice of work has used up its time. Asked between units of work that
 * take well under a millisecond each, such as the rows of a file.
 *
 * @example
 * for (const row of rows) {
 *   if (isSliceOver()) await nextSlice();
 *   read(row);
 * }
 */
export function isSliceOver(): boolean {
  return performance.now() >= sliceEnd;
}

/**
 * Waits for the next slice. All work of the process that is done in slices shares one of them per turn of the event
 * loop, in the order it asks: a request that needs a few turns waits for a few slices, however many files are read.
 */
export function nextSlice(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    if (waiting.length === 1) setImmediate(beginSlice);
  });
}

function beginSlice(): void {
  const resolve = waiting.shift();
  if (waiting.length > 0) setImmediate(beginSlice);
  sliceEnd = performance.now() + sliceMs;
  resolve?.();
}

/** Does something with each item, in slices. */
export async function forEachInSlices<Item>(items: Iterable<Item>, work: (item: Item) => void): Promise<void> {
  for (const item of items) {
    if (isSliceOver()) await nextSlice();
    work(item);
  }
}

/** `items.map(work)` in slices. */
export async function mapInSlices<Item, Result>(
  items: Iterable<Item>,
  work: (item: Item) => Result,
): Promise<Result[]> {
  const results: Result[] = [];
  await forEachInSlices(items, (item) => void results.push(work(item)));
  return results;
}
