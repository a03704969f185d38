import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { StatementReader } from './statement-reader.ts';

/** Stands between a server and PostgreSQL, counts the statements that pass, and breaks off between any two. */
export interface PostgresProxy {
  /** The same database, by way of the proxy. */
  urlOf(databaseUrl: string): string;
  /** Statements that passed since the last {@link PostgresProxy.passAll} or {@link PostgresProxy.breakAfter}. */
  readonly passed: number;
  /** Lets everything pass and counts from zero. */
  passAll(): void;
  /**
   * Lets `count` statements pass and then nothing more; `act` is called at that moment, before PostgreSQL has
   * answered the last of them. With a count of zero it is called when the first statement is held back.
   */
  breakAfter(count: number, act: () => void): void;
  /** Ends the connections as a network does that fails. */
  sever(): void;
  /** Resolves when PostgreSQL has ended every connection that came by here. */
  drained(): Promise<void>;
  close(): Promise<void>;
}

/** @param serverUrl of the PostgreSQL server behind it. */
export async function startPostgresProxy(serverUrl: string): Promise<PostgresProxy> {
  const target = new URL(serverUrl);
  const clients = new Set<Socket>();
  const upstreams = new Set<Socket>();
  const gate = new Gate();

  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname);
    const reader = new StatementReader();
    track(clients, client);
    track(upstreams, upstream);
    client.setNoDelay(true);
    upstream.setNoDelay(true);
    upstream.on('data', (chunk) => client.write(chunk));
    upstream.on('close', () => client.destroy());
    // What was passed on is still read by PostgreSQL, which then finds the end of the connection.
    client.on('close', () => upstream.end());
    client.on('data', (chunk: Buffer) => {
      for (const { bytes, isStatement } of reader.read(chunk)) {
        if (isStatement) gate.pass(() => upstream.write(bytes));
        else upstream.write(bytes);
      }
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const sever = () => {
    for (const client of clients) client.destroy();
  };
  const drained = async () => {
    for (const upstream of upstreams) await once(upstream, 'close');
  };
  return {
    urlOf(databaseUrl) {
      const url = new URL(databaseUrl);
      url.port = String(port);
      return url.href;
    },
    get passed() {
      return gate.passed;
    },
    passAll: () => gate.open(Number.POSITIVE_INFINITY, () => undefined),
    breakAfter: (count, act) => gate.open(count, act),
    sever,
    drained,
    async close() {
      sever();
      await drained();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Counts statements and shuts after a number of them. */
class Gate {
  passed = 0;
  #shut = false;
  #limit = Number.POSITIVE_INFINITY;
  #act: () => void = () => undefined;

  open(limit: number, act: () => void): void {
    this.passed = 0;
    this.#shut = false;
    this.#limit = limit;
    this.#act = act;
  }

  pass(send: () => void): void {
    if (this.#shut) return;
    if (this.passed < this.#limit) {
      this.passed += 1;
      send();
    }
    if (this.passed < this.#limit) return;
    this.#shut = true;
    this.#act();
  }
}

function track(sockets: Set<Socket>, socket: Socket): void {
  sockets.add(socket);
  socket.on('error', () => undefined);
  socket.on('close', () => sockets.delete(socket));
}
