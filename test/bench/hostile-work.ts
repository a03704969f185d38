import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { type HostileFile, hostileFiles } from '@product-content/test-support/hostile/hostile-files';
import {
  type HostileRequest,
  hostileRequests,
  largestBody,
  type Preparation,
} from '@product-content/test-support/hostile/hostile-requests';
import type { Installation } from './installation.ts';

/** Milliseconds a job or a request that may take long is watched for before it is ended. */
const maxWatchMs = 3_000;

/** Something a workspace may do to harm the others. */
export interface HostileWork {
  /** What it is, as a noun phrase. Unique. */
  readonly name: string;
  /** True: it is part of the reduced run, too. */
  readonly quick: boolean;
  /** What the workspace has to have before. */
  readonly needs: readonly Preparation[];
  /** Makes what is sent the `turn`th time, before anything is measured. */
  readonly build: (turn: number) => Buffer | undefined | Promise<Buffer>;
  /** Sends it and waits until its work is done, or was watched long enough. @throws Error for an unexpected response. */
  readonly send: (installation: Installation, body: Buffer | undefined) => Promise<void>;
}

/** Requests, files to import and hosts that never respond. */
export const hostileWork: readonly HostileWork[] = [
  ...hostileRequests.map(fromRequest),
  ...hostileFiles.map(fromFile),
  downloadsFromSilentHost(),
];

function fromRequest(input: HostileRequest, index: number): HostileWork {
  const { name, method, path, headers, needs = [], build, status } = input;
  return {
    name,
    quick: index < 3,
    needs,
    build: (turn) => build?.(largestBody, turn),
    async send({ server, ...installation }, body) {
      const response = await fetch(server.url + path, {
        method,
        headers: { 'content-type': 'application/json', ...installation.headers, ...headers },
        body: body === undefined ? null : new Uint8Array(body),
      });
      const text = await response.text();
      // PUT creates the first time, and changes from then on.
      const isExpected = response.status === status || (method === 'PUT' && response.ok && status < 300);
      if (!isExpected) throw new Error(`${name}: ${response.status} ${text.slice(0, 500)}`);
    },
  };
}

function fromFile({ name, fileName, fields = {}, build, expected }: HostileFile, index: number): HostileWork {
  return {
    name: `import: ${name}`,
    quick: index === 0,
    needs: [],
    build: async () => build(),
    async send({ server, headers, send }, body) {
      const form = new FormData();
      form.set('file', new Blob([new Uint8Array(body ?? [])]), fileName);
      for (const [field, value] of Object.entries(fields)) form.set(field, value);
      const response = await fetch(`${server.url}/imports`, { method: 'POST', headers, body: form });
      const text = await response.text();
      const status = expected.kind === 'refused' ? 422 : 202;
      if (response.status !== status) throw new Error(`${name}: ${response.status} ${text.slice(0, 500)}`);
      if (status === 202) await watchJob(send, (JSON.parse(text) as { data: { jobId: string } }).data.jobId);
    },
  };
}

/** Waits for the end of a job, and cancels one that takes longer than it is watched. */
async function watchJob(send: Installation['send'], id: string): Promise<void> {
  const end = performance.now() + maxWatchMs;
  for (;;) {
    const { data } = await send<{ data: { status: string } }>('GET', `/jobs/${id}`);
    if (data.status !== 'queued' && data.status !== 'running') return;
    if (performance.now() > end) break;
    await delay(100);
  }
  // It may have ended since.
  await send('POST', `/jobs/${id}/cancel`).catch(() => undefined);
}

function downloadsFromSilentHost(): HostileWork {
  return {
    name: 'asset: eight downloads from a host that never responds',
    quick: true,
    needs: [],
    build: () => undefined,
    async send({ server, headers }) {
      const sockets = new Set<{ destroy(): void }>();
      const host = createServer((socket) => void sockets.add(socket.on('error', () => undefined))).listen(
        0,
        '127.0.0.1',
      );
      await once(host, 'listening');
      const { port } = host.address() as AddressInfo;
      const body = JSON.stringify({ url: `http://127.0.0.1:${port}/image.png` });
      const download = async () => {
        const signal = AbortSignal.timeout(maxWatchMs);
        const asked = { method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body, signal };
        // Some are refused at once, because a workspace has fewer places than these.
        await fetch(`${server.url}/assets`, asked).then(
          (response) => response.arrayBuffer(),
          () => undefined,
        );
      };
      await Promise.all(Array.from({ length: 8 }, download));
      for (const socket of sockets) socket.destroy();
      host.close();
    },
  };
}
