import type { Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import type { OutboundErrorCode } from '../../src/outbound/outbound-error.ts';
import { drip, pour } from './raw-server.ts';

/** How an exchange ends: with a failure, or a response that its sender accepts. */
export type HostileOutcome = OutboundErrorCode | 'response';

/** A hostile server. */
export interface HostileServer {
  /** Its behavior: `a server that …`. */
  readonly does: string;
  /** Called with a connection once something has arrived on it. */
  readonly behave: (socket: Socket) => void;
  /** The outcome for a reader of its body. */
  readonly reader: HostileOutcome;
  /** The outcome for a sender, which only needs the status. Default: the same. */
  readonly sender?: HostileOutcome;
  /** The scheme of its URL. Default `http:`. */
  readonly protocol?: 'https:';
}

const ok = 'HTTP/1.1 200 OK\r\n';
const chunked = `${ok}Transfer-Encoding: chunked\r\n\r\n`;
const lines = (head: string, piece: string) => (socket: Socket) => {
  socket.write(head);
  pour(socket, piece);
};
const says = (text: string) => (socket: Socket) => void socket.write(text);
const bomb = gzipSync(Buffer.alloc(50 * 1024 * 1024), { level: 9 });
const beyondLimit = 26 * 1024 * 1024;

/** Servers that every sender of requests must withstand. */
export const hostileServers: readonly HostileServer[] = [
  // Interim responses
  {
    does: 'switches the protocol',
    behave: says('HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n'),
    reader: 'protocol',
  },
  {
    does: 'says that it switches the protocol and to none',
    behave: says('HTTP/1.1 101 Switching Protocols\r\n\r\n'),
    reader: 'protocol',
  },
  {
    does: 'sends interim responses without end',
    behave: lines('', 'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n'),
    reader: 'protocol',
  },
  { does: 'sends a status that does not exist', behave: says('HTTP/1.1 099 Before\r\n\r\n'), reader: 'protocol' },
  // Silence
  { does: 'accepts the connection and says nothing', behave: () => undefined, reader: 'timeout' },
  {
    does: 'says nothing after the header fields',
    behave: says(`${ok}Content-Length: 5\r\n\r\n`),
    reader: 'timeout',
  },
  {
    does: 'sends one header field at a time',
    behave: (socket) => {
      socket.write(ok);
      drip(socket, 'X: y\r\n');
    },
    reader: 'timeout',
  },
  {
    does: 'sends one byte of its body at a time',
    behave: (socket) => {
      socket.write(chunked);
      drip(socket, '1\r\nx\r\n');
    },
    reader: 'timeout',
  },
  {
    does: 'never ends the TLS handshake',
    behave: () => undefined,
    reader: 'timeout',
    protocol: 'https:',
  },
  // What is not HTTP
  { does: 'speaks another protocol', behave: lines('SSH-2.0-OpenSSH_9.6\r\n', 'x'.repeat(65_536)), reader: 'protocol' },
  { does: 'speaks no TLS', behave: says(`${ok}Content-Length: 0\r\n\r\n`), reader: 'tls', protocol: 'https:' },
  { does: 'sends header fields without end', behave: lines(ok, `X-Long: ${'x'.repeat(1000)}\r\n`), reader: 'protocol' },
  {
    does: 'sends one header field without end',
    behave: lines(`${ok}X-Long: `, 'x'.repeat(65_536)),
    reader: 'protocol',
  },
  { does: 'sends a status line without end', behave: lines('HTTP/1.1 200 ', 'x'.repeat(65_536)), reader: 'protocol' },
  {
    does: 'sends 20 KiB of header fields',
    behave: says(`${ok}X-Long: ${'x'.repeat(20_480)}\r\nContent-Length: 0\r\n\r\n`),
    reader: 'protocol',
  },
  {
    does: 'states the length of its body in two ways',
    behave: says(`${ok}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`),
    reader: 'protocol',
  },
  {
    does: 'sends chunk extensions without end',
    behave: lines(`${chunked}1;`, 'x'.repeat(65_536)),
    reader: 'connection',
  },
  {
    does: 'sends trailer fields without end',
    behave: lines(`${chunked}0\r\n`, `X: ${'x'.repeat(1000)}\r\n`),
    reader: 'connection',
  },
  // Connections that end
  { does: 'resets the connection', behave: (socket) => socket.resetAndDestroy(), reader: 'connection' },
  { does: 'ends its half of the connection', behave: (socket) => void socket.end(), reader: 'connection' },
  {
    does: 'ends its half of the connection within its body',
    behave: (socket) => void socket.end(`${ok}Content-Length: 100\r\n\r\npart`),
    reader: 'connection',
  },
  {
    does: 'resets the connection within its body',
    behave: (socket) => void socket.write(`${chunked}4\r\npart\r\n`, () => socket.resetAndDestroy()),
    reader: 'connection',
  },
  // Bodies
  {
    does: 'sends a body without end',
    behave: lines(chunked, `10000\r\n${'x'.repeat(65_536)}\r\n`),
    reader: 'too_large',
    sender: 'response',
  },
  {
    does: 'announces a body that is too long, and sends it',
    behave: lines(`${ok}Content-Length: ${beyondLimit}\r\n\r\n`, 'x'.repeat(65_536)),
    reader: 'too_large',
    sender: 'response',
  },
  {
    does: 'sends 50 MiB of zeros, compressed',
    behave: (socket) => {
      socket.write(`${ok}Content-Encoding: gzip\r\nContent-Length: ${bomb.length}\r\n\r\n`);
      socket.write(bomb);
    },
    reader: 'encoding',
    sender: 'response',
  },
  // Redirects
  {
    does: 'redirects to itself',
    // It responds only once on each connection.
    behave: says('HTTP/1.1 302 Found\r\nConnection: close\r\nLocation: /\r\nContent-Length: 0\r\n\r\n'),
    reader: 'redirect',
    sender: 'status',
  },
  {
    does: 'redirects to a file',
    behave: says('HTTP/1.1 302 Found\r\nLocation: file:///etc/passwd\r\nContent-Length: 0\r\n\r\n'),
    reader: 'address',
    sender: 'status',
  },
  {
    does: 'redirects to a URL with a password',
    behave: says('HTTP/1.1 302 Found\r\nLocation: http://a:b@127.0.0.1/\r\nContent-Length: 0\r\n\r\n'),
    reader: 'address',
    sender: 'status',
  },
  {
    does: 'redirects to what is not a URL',
    behave: says('HTTP/1.1 302 Found\r\nLocation: http://\r\nContent-Length: 0\r\n\r\n'),
    reader: 'redirect',
    sender: 'status',
  },
];
