/** How long computing may block the event loop, in milliseconds. */
const sliceMs = 10;

/** When computing began in this turn of the event loop; null before it has. */
let begunAt: number | null = null;
const waiting: (() => void)[] = [];

/**
 * Whether to yield to the event loop: sliced work of all requests together has used up the time of this turn. Call it
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
 * Waits for the next slice. The process has one slice per turn of the event loop: ten long computations block it no
 * longer than one, and take turns.
 */
export function nextSlice(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    if (waiting.length === 1) setImmediate(giveSlice);
  });
}

/** Runs `work` for each item, with as many items per slice as there is time for. */
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

/** Size in bytes from which a body waits for a slice before it is parsed, and again before it is validated. */
const largeBytes = 64 * 1024;

/** Waits for a slice if a body of this many bytes is large; undefined otherwise. */
export function sliceForBody(size: number): Promise<void> | undefined {
  return size >= largeBytes ? nextSlice() : undefined;
}

function begin(): void {
  begunAt = performance.now();
  setImmediate(() => {
    begunAt = null;
  });
}

/** Work that requests a slice during this one waits for the next turn. */
function giveSlice(): void {
  const resume = waiting.shift();
  if (waiting.length > 0) setImmediate(giveSlice);
  begin();
  resume?.();
}
