import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

/** A server of its own for one test file. */
export interface TestServer {
  readonly url: string;
  stop(): Promise<void>;
}

const supportFolder = fileURLToPath(new URL('../../../../test/support/servers/', import.meta.url));

/** Whether this machine has what {@link startRedis} needs: the package `redis-server`. */
export const hasRedis = succeeds('redis-server', ['--version']);

const mongoClassPath = succeeds('java', ['-version']) ? readClassPath() : null;

/** Whether this machine has what {@link startMongo} needs: Java, and Maven that finds a server speaking the protocol. */
export const hasMongo = mongoClassPath !== null;

/** Starts Redis, which keeps nothing on disk. */
export async function startRedis(): Promise<TestServer> {
  const port = await freePort();
  const child = start('redis-server', [
    '--port',
    String(port),
    '--bind',
    '127.0.0.1',
    '--save',
    '',
    '--appendonly',
    'no',
  ]);
  await lineOf(child, /Ready to accept connections/);
  return { url: `redis://127.0.0.1:${port}/0`, stop: () => end(child) };
}

/** Starts a server that speaks MongoDB's protocol and keeps everything in memory. */
export async function startMongo(): Promise<TestServer> {
  if (mongoClassPath === null) throw new Error('There is no server that speaks the protocol of MongoDB.');
  const child = start('java', ['-cp', mongoClassPath, `${supportFolder}MongoServerMain.java`]);
  const port = await lineOf(child, /^\d+$/);
  return { url: `mongodb://127.0.0.1:${port}/test`, stop: () => end(child) };
}

/** Null where there is no Maven, or it cannot reach what it needs. */
function readClassPath(): string | null {
  const folder = mkdtempSync(join(tmpdir(), 'product-content-mongo-'));
  try {
    const file = join(folder, 'class-path');
    const goal = ['dependency:build-classpath', `-Dmdep.outputFile=${file}`];
    const args = ['-q', '-B', '-f', `${supportFolder}mongo-server.pom.xml`, ...goal];
    return succeeds('mvn', args) ? readFileSync(file, 'utf8') : null;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function start(command: string, args: readonly string[]): ChildProcess {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'ignore'] });
  process.once('exit', () => child.kill('SIGKILL'));
  return child;
}

async function lineOf(child: ChildProcess, pattern: RegExp): Promise<string> {
  if (child.stdout === null) throw new Error('The server has no output.');
  for await (const line of createInterface({ input: child.stdout })) {
    if (!pattern.test(line)) continue;
    child.stdout.resume();
    return line;
  }
  throw new Error('The server ended before it was ready.');
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await Promise.race([exited, delay(5000)]);
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('There is no free port.');
  return address.port;
}

function succeeds(command: string, args: readonly string[]): boolean {
  return spawnSync(command, args, { stdio: 'ignore', timeout: 120_000 }).status === 0;
}
