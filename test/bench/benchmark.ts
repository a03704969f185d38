/** What a figure should be. A ratio is ours divided by the floor of the same run; a bound is in the unit of the row. */
export type Aim =
  | { readonly ratioAtLeast: number }
  | { readonly ratioAtMost: number }
  | { readonly atLeast: number }
  | { readonly atMost: number };

/** One figure: a line of the table. */
export interface Row {
  readonly work: string;
  readonly unit: 'µs' | 'requests/s' | 'rows/s' | 'deliveries/s' | 'checks/s' | 'ms' | 'MiB' | 'blocks';
  readonly ours: number;
  /** The least the same work can cost, measured in the same run. */
  readonly floor?: number;
  readonly aim?: Aim;
  /** What explains the figure, such as the plan of a statement. */
  readonly note?: string;
}

/** How much is measured. */
export interface Scale {
  /** True: as little as still runs every line of code, for the test suite. Its figures mean nothing. */
  readonly quick: boolean;
  /** The full size, or the reduced one. */
  pick(full: number, quick: number): number;
  /** How many products growth is measured on, one number after the other, when it is not the usual one. */
  readonly products?: readonly number[];
  /** Says what is going on, on standard error. */
  say(text: string): void;
  /** Flags node starts the measured server with, besides those of `pnpm start`. */
  readonly nodeFlags: readonly string[];
}

/** One named benchmark; `pnpm bench --only <name>` runs it alone. */
export interface Benchmark {
  readonly name: string;
  measure(scale: Scale): Promise<readonly Row[]>;
}

/** The middle of the values; of an even number of them, the mean of the two in the middle. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? (sorted[middle] ?? 0) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
}

/** The value that `share` (0 to 1) of the values do not exceed. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

/**
 * Measures contestants in turn, round by round, so that a machine that slows down slows all of them, and returns the
 * median of each. The first round warms up and is not counted.
 */
export async function interleave<const Name extends string>(
  rounds: number,
  contestants: Readonly<Record<Name, (round: number) => Promise<number>>>,
): Promise<Record<Name, number>> {
  const names = Object.keys(contestants) as Name[];
  const figures = new Map<Name, number[]>(names.map((name) => [name, []]));
  for (let round = -1; round < rounds; round += 1) {
    for (const name of names) {
      const figure = await contestants[name](round);
      if (round >= 0) figures.get(name)?.push(figure);
    }
  }
  return Object.fromEntries(names.map((name) => [name, median(figures.get(name) ?? [])])) as Record<Name, number>;
}

/** How many of `count` things a second. */
export async function perSecond(count: number, work: () => Promise<unknown>): Promise<number> {
  return (count / (await milliseconds(work))) * 1000;
}

/** How long the work takes. */
export async function milliseconds(work: () => Promise<unknown>): Promise<number> {
  const begin = performance.now();
  await work();
  return performance.now() - begin;
}

/** Whether a row reaches its aim; null when it has none. */
export function isMet({ ours, floor, aim }: Row): boolean | null {
  if (aim === undefined) return null;
  if ('atMost' in aim) return ours <= aim.atMost;
  if ('atLeast' in aim) return ours >= aim.atLeast;
  const ratio = ours / (floor ?? Number.NaN);
  return 'ratioAtLeast' in aim ? ratio >= aim.ratioAtLeast : ratio <= aim.ratioAtMost;
}
