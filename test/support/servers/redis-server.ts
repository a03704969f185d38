import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findProgram } from '../optional-programs.ts';
import { takePort } from '../ports.ts';
import { killProgram, startProgram, type TestServer } from './server-process.ts';

/** Whether this machine has what {@link startRedis} needs: the package `redis-server`. */
export const hasRedis = findProgram('redis') !== null;

/** A Redis server that keeps nothing on disk. */
export interface RedisServer extends TestServer {
  /** Ends it at once; {@link RedisServer.start} brings it back, empty, on the same port. */
  kill(): Promise<void>;
  start(): Promise<void>;
  /** Keeps connections open and responds to nothing, until {@link RedisServer.resume}. */
  pause(): void;
  resume(): void;
}

/** @param flags beside those every test needs: `['--cluster-enabled', 'yes']`. */
export async function startRedis(flags: readonly string[] = []): Promise<RedisServer> {
  const port = await takePort();
  const folder = await mkdtemp(join(tmpdir(), 'product-content-redis-'));
  const quiet = ['--save', '', '--appendonly', 'no', '--dir', folder];
  const args = ['--port', String(port), '--bind', '127.0.0.1', ...quiet, ...flags];
  const spawn = async () => (await startProgram('redis-server', args, /Ready to accept connections/)).child;
  let child = await spawn();
  return {
    url: `redis://127.0.0.1:${port}/0`,
    async stop() {
      await killProgram(child);
      await rm(folder, { recursive: true, force: true });
    },
    kill: () => killProgram(child),
    async start() {
      child = await spawn();
    },
    pause: () => void child.kill('SIGSTOP'),
    resume: () => void child.kill('SIGCONT'),
  };
}
