import { execFile } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { pcmProgram } from '@product-content/test-support/app/programs';
import { type Benchmark, interleave, median, milliseconds } from './benchmark.ts';
import { type MeasuredServer, startServer } from './processes.ts';

/** How long a start takes as its users see it, with the embedded database, and what an idle server weighs. */
export const starting: Benchmark = {
  name: 'starting',
  async measure(scale) {
    const folder = await mkdtemp(join(tmpdir(), 'product-content-bench-'));
    // Started by root, PostgreSQL runs as another user, who has to get in: its files would stay elsewhere.
    await chmod(folder, 0o755);
    const idle: number[] = [];
    const start = async () => {
      let server: MeasuredServer | undefined;
      const duration = await milliseconds(async () => {
        server = await startServer({ DATA_DIR: folder }, scale.nodeFlags);
      });
      idle.push((await server?.residentMemory()) ?? 0);
      await server?.stop();
      return duration;
    };
    try {
      const first = await start();
      const figures = await interleave(scale.pick(5, 1), {
        floor: () => milliseconds(() => promisify(execFile)(process.execPath, ['--eval', ''])),
        again: start,
        help: () => milliseconds(() => promisify(execFile)(process.execPath, [pcmProgram, '--help'])),
      });
      return [
        { work: 'first start, database made', unit: 'ms', ours: first, aim: { atMost: 6000 } },
        { work: 'start on a folder that is there', unit: 'ms', ours: figures.again, aim: { atMost: 1500 } },
        {
          work: 'pcm --help, beside an empty node process',
          unit: 'ms',
          floor: figures.floor,
          ours: figures.help,
          aim: { atMost: 300 },
        },
        { work: 'resident memory of an idle server', unit: 'MiB', ours: median(idle), aim: { atMost: 200 } },
      ];
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
};
