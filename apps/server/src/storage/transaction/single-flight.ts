/** Work by name, of which one run at a time is under way, and of all names a few at most. */
export interface SingleFlight {
  /** The run of a name that is under way, whatever comes of it; resolves at once when there is none. */
  settled(name: string): Promise<void>;
  /** Joins the run of a name that is under way, or begins one. */
  join(name: string, work: () => Promise<void>): Promise<void>;
}

/** @param concurrency runs of different names; further ones wait for their turn. */
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
