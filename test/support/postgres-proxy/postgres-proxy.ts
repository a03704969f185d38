import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { type Counted, Gate } from './gate.ts';
import { StatementReader } from './statement-reader.ts';
import { TransactionHolds } from './transaction-holds.ts';

/** Stands between a server and PostgreSQL, counts the statements that pass, and breaks off between any two. */
export interface PostgresProxy {
  /** The same database, by way of the proxy. */
  urlOf(databaseUrl: string): string;
  /** Statements that passed since the last {@link PostgresProxy.passAll} or {@link PostgresProxy.breakAfter}. */
  readonly passed: number;
  /** Lets everything pass and counts from zero. */
  passAll(): void;
  /**
   * Lets `count` statements pass; `act` is called at that moment, before PostgreSQL has responded to the last of them,
   * or with a count of zero when the first one has come. From then on PostgreSQL is as good as gone: whoever sends
   * a statement loses its connection, until {@link PostgresProxy.passAll}.
   *
   * @param counted all statements, which is the default, or those of the transaction that begins first, from its
   * `begin` to its `commit`: what else the server does meanwhile does not shift the point of the break.
   */
  breakAfter(count: number, act: () => void, counted?: Counted): void;
  /**
   * Holds each transaction that begins from now on after one statement more than the one before, in both directions: the
   * first one before its `begin`, the next one while its `begin` is on its way, and so on. {@link PostgresProxy.sever}
   * ends them, {@link PostgresProxy.passAll} ends it for transactions to come.
   */
  holdTransactions(): Pick<TransactionHolds, 'held'>;
  /** Ends the connections as a network does that fails. */
  sever(): void;
  /** Resolves when PostgreSQL has ended the connections there were at the last break or sever. */
  drained(): Promise<void>;
  close(): Promise<void>;
}

/** @param serverUrl of the PostgreSQL server behind it. */
export async function startPostgresProxy(serverUrl: string): Promise<PostgresProxy> {
  const target = new URL(serverUrl);
  const clients = new Set<Socket>();
  const upstreams = new Set<Socket>();
  const gate = new Gate();
  let holds: TransactionHolds | null = null;
  let ending: Promise<unknown> = Promise.resolve();
  const noteEnd = () => {
    ending = Promise.all([...upstreams].map((upstream) => once(upstream, 'close')));
  };

  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname);
    const reader = new StatementReader();
    track(clients, client);
    track(upstreams, upstream);
    client.setNoDelay(true);
    upstream.setNoDelay(true);
    upstream.on('data', (chunk) => {
      if (holds?.isHeld(client) !== true) client.write(chunk);
    });
    upstream.on('close', () => client.destroy());
    // What was passed on is still read by PostgreSQL, which then finds the end of the connection.
    client.on('close', () => upstream.end());
    client.on('data', (chunk: Buffer) => {
      for (const { bytes, kind } of reader.read(chunk)) {
        if (kind === 'other') upstream.write(bytes);
        else if (holds?.admit(client, kind) === false) continue;
        else if (!gate.pass(client, kind, () => upstream.write(bytes))) client.destroy();
      }
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const sever = () => {
    noteEnd();
    for (const client of clients) client.destroy();
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
    passAll() {
      holds = null;
      gate.open(Number.POSITIVE_INFINITY, () => undefined, 'all');
    },
    breakAfter(count, act, counted = 'all') {
      const breakOff = () => {
        noteEnd();
        act();
      };
      gate.open(count, breakOff, counted);
    },
    holdTransactions() {
      holds = new TransactionHolds();
      return holds;
    },
    sever,
    drained: async () => void (await ending),
    async close() {
      const closed = once(server.close(), 'close');
      sever();
      await ending;
      await closed;
    },
  };
}

function track(sockets: Set<Socket>, socket: Socket): void {
  sockets.add(socket);
  socket.on('error', () => undefined);
  socket.on('close', () => sockets.delete(socket));
}
