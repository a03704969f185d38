/** Named work with one run per name at a time, and a limited number of runs in total. */
export interface SingleFlight {
  /** Resolves when the current run of a name ends, even by failing; immediately when there is none. */
  settled(name: string): Promise<void>;
  /** Joins the current run of a name, or begins one. */
  join(name: string, work: () => Promise<void>): Promise<void>;
}

/** @param concurrency maximum number of runs with different names; further ones wait. */
export function createSingleFlight(concurrency: number): SingleFlight {
  const underWay = new Map<string, Promise<void>>();
  const waiting: (() => void)[] = [];
  let free = concurrency;

  async function inTurn(work: () => Promise<void>): Promise<void> {
    if (free === 0) await new Promise<void>((resolve) => waiting.push(resolve));
    else free -= 1;
    try {
      await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) free += 1;
      else next();
    }
  }

  return {
    settled: async (name) => {
      await underWay.get(name)?.catch(() => undefined);
    },
    join(name, work) {
      const running = underWay.get(name);
      if (running !== undefined) return running;
      const run = inTurn(work).finally(() => underWay.delete(name));
      underWay.set(name, run);
      return run;
    },
  };
}
