import { once } from 'node:events';
import { createServer, type Server } from 'node:net';

/** Below the ports that operating systems give out by themselves: from 32768 on Linux, from 49152 elsewhere. */
const range = { first: 20_000, last: 32_699 };
const blockSize = 100;

/** This process's ports. It holds the first one of the block for as long as it lives. */
let block: Promise<{ readonly first: number; next: number }> | undefined;

/**
 * A port for a program that cannot choose one itself, or that must come back on the same one. No other process of any
 * test run gets it, and it is never given to an outgoing connection: it stays free while the program is down.
 *
 * @throws Error when all ports are taken.
 */
export async function takePort(): Promise<number> {
  block ??= takeBlock();
  const own = await block;
  for (let tried = 1; tried < blockSize; tried += 1) {
    const port = own.first + own.next;
    own.next = (own.next % (blockSize - 1)) + 1;
    const probe = await listen(port);
    if (probe === null) continue;
    probe.close();
    await once(probe, 'close');
    return port;
  }
  throw new Error(`Each port from ${own.first} to ${own.first + blockSize - 1} is taken.`);
}

/** Ports one after the other, for a program that counts up from the first. */
export async function takePorts(count: number): Promise<readonly [number, ...number[]]> {
  let taken: [number, ...number[]] = [await takePort()];
  while (taken.length < count) {
    const port = await takePort();
    taken = port === (taken.at(-1) ?? 0) + 1 ? [...taken, port] : [port];
  }
  return taken;
}

async function takeBlock() {
  for (let first = range.first; first < range.last; first += blockSize) {
    const guard = await listen(first);
    if (guard === null) continue;
    guard.unref();
    return { first, next: 1 };
  }
  throw new Error(`Other processes hold every block of ports from ${range.first} to ${range.last}.`);
}

/** Null when another program listens there. */
async function listen(port: number): Promise<Server | null> {
  const server = createServer().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
    return server;
  } catch {
    return null;
  }
}
