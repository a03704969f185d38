import type { Benchmark } from './benchmark.ts';
import { withInstallation } from './installation.ts';
import { compareReads } from './two-servers.ts';

/** What `PROCESSES=auto` brings on the cores of this machine, beside one process: as users start both. */
export const processes: Benchmark = {
  name: 'processes',
  measure: (scale) =>
    withInstallation(scale, async (installation) => {
      await installation.fill('FILL', scale.pick(1000, 10));
      const { reads, memory } = await compareReads(scale, installation, {
        floor: { ROLE: 'all' },
        ours: { ROLE: 'all', PROCESSES: 'auto' },
      });
      return [
        { work: 'GET one product with PROCESSES=auto, beside one process', unit: 'requests/s', ...reads },
        { work: 'resident memory with PROCESSES=auto, beside one process', unit: 'MiB', ...memory },
      ];
    }),
};
