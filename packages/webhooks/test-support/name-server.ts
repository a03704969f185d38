import { createSocket } from 'node:dgram';
import { once } from 'node:events';

/**
 * The answer of a name server: addresses (IPv6 in full: eight groups of four digits), that the name does not exist, or
 * none.
 */
export type NameAnswer = readonly string[] | 'unknown' | 'silent';

/** A name server on a free port. */
export interface NameServer {
  /** Address and port, for a resolver. */
  readonly address: string;
  /** Names queried so far. */
  readonly asked: readonly string[];
  close(): void;
}

const typeA = 1;
const typeAaaa = 28;
const nameUnknown = 3;

/** Starts a name server (RFC 1035) that answers questions for addresses. */
export async function startNameServer(answer: (name: string) => NameAnswer): Promise<NameServer> {
  const socket = createSocket('udp4');
  const asked: string[] = [];
  socket.on('message', (query, from) => {
    const { name, type, end } = readQuestion(query);
    asked.push(name);
    const found = answer(name);
    if (found !== 'silent') socket.send(toMessage(query.subarray(0, end), type, found), from.port, from.address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return { address: `127.0.0.1:${socket.address().port}`, asked, close: () => socket.close() };
}

function readQuestion(query: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = query.readUInt8(at); length > 0; length = query.readUInt8(at)) {
    labels.push(query.toString('ascii', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 };
}

function toMessage(question: Buffer, type: number, found: readonly string[] | 'unknown'): Buffer {
  const records = found === 'unknown' ? [] : found.filter((address) => typeOf(address) === type).map(toRecord);
  const message = Buffer.concat([question, ...records]);
  message.writeUInt16BE(0x8180 | (found === 'unknown' ? nameUnknown : 0), 2);
  message.writeUInt16BE(records.length, 6);
  // No authority records, and none of the additional records of the query.
  message.writeUInt32BE(0, 8);
  return message;
}

const typeOf = (address: string): number => (address.includes(':') ? typeAaaa : typeA);

/** A record for the queried name, with a time to live of 0. */
function toRecord(address: string): Buffer {
  const bytes = address.includes(':')
    ? Buffer.from(address.replaceAll(':', ''), 'hex')
    : Buffer.from(address.split('.').map(Number));
  const head = Buffer.alloc(12);
  head.writeUInt16BE(0xc00c, 0);
  head.writeUInt16BE(typeOf(address), 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt16BE(bytes.length, 10);
  return Buffer.concat([head, bytes]);
}
