/** How long computing may block the event loop, in milliseconds. */
const sliceMs = 10;

/** When computing in slices began in this turn of the event loop; null before it does. */
let begunAt: number | null = null;
const waiting: (() => void)[] = [];

/**
 * Whether to yield to the event loop: computing in slices, of all requests together, has used up its time. Asked
 * between units of work that take a few milliseconds at most.
 *
 * @example
 * for (const row of rows) {
 *   if (isSliceOver()) await nextSlice();
 *   read(row);
 * }
 */
export function isSliceOver(): boolean {
  if (begunAt === null) {
    begin();
    return false;
  }
  return performance.now() - begunAt >= sliceMs;
}

/**
 * Waits for the next slice. The process has one per turn of the event loop: ten long computations hold it no longer
 * than one, and take turns.
 */
export function nextSlice(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    if (waiting.length === 1) setImmediate(giveSlice);
  });
}

/** Does something with each item, as many items a slice as there is time for. */
export async function forEachInSlices<Item>(
  items: Iterable<Item>,
  work: (item: Item) => void | Promise<void>,
): Promise<void> {
  for (const item of items) {
    if (isSliceOver()) await nextSlice();
    const done = work(item);
    if (done !== undefined) await done;
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

/** Bytes from which a body waits for a slice of its own before it is parsed, and again before it is validated. */
const largeBytes = 64 * 1024;

/** Waits for a slice when a body of so many bytes is large; undefined when it is not. */
export function sliceForBody(size: number): Promise<void> | undefined {
  return size >= largeBytes ? nextSlice() : undefined;
}

function begin(): void {
  begunAt = performance.now();
  setImmediate(() => {
    begunAt = null;
  });
}

/** What asks for a slice while this one is given waits for the next turn. */
function giveSlice(): void {
  const resume = waiting.shift();
  if (waiting.length > 0) setImmediate(giveSlice);
  begin();
  resume?.();
}
