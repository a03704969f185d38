import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { pcmProgram } from '@product-content/test-support/app/programs';
import { workerPostgresUrl } from '@product-content/test-support/worker-postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCommand } from './run-command.ts';

const sample = fileURLToPath(new URL('../../sample', import.meta.url));

let folder: string;
/** A server that refuses every key and occupies a port. */
let serverUrl: string;
let refusing: Server;
beforeAll(async () => {
  serverUrl = await workerPostgresUrl();
  folder = await mkdtemp(join(tmpdir(), 'product-content-mistakes-'));
  await mkdir(join(folder, 'folder'));
  await writeFile(join(folder, 'empty.csv'), '');
  await writeFile(join(folder, 'bad.json'), '{\n  "code": shop\n}');
  await writeFile(join(folder, 'list.json'), '[]');
  await writeFile(join(folder, 'foreign.csv'), 'a,b\n1,2\n');
  refusing = createServer((_, response) => {
    const error = { code: 'unauthorized', message: 'The API key has expired.', requestId: 'req_1' };
    response.writeHead(401, { 'content-type': 'application/json' }).end(JSON.stringify({ error }));
  }).listen(0, '127.0.0.1');
  await once(refusing, 'listening');
});
afterAll(async () => {
  refusing.close();
  await rm(folder, { recursive: true });
});

/** Replaces `./` by the folder, `<port>` by the occupied port, and `<sample>` by a catalog. */
function fill(text: string): string {
  const { port } = refusing.address() as AddressInfo;
  return text.replace('./', `${folder}/`).replace('<port>', String(port)).replace('<sample>', sample);
}

/** Settings with an unreachable database: a mistake must be found without one if possible. */
function toEnvironment(settings: Readonly<Record<string, string>> = {}) {
  const url = Object.assign(new URL(serverUrl), { pathname: '/nowhere' });
  return { DATA_DIR: join(folder, 'data'), DATABASE_URL: url.href, ...settings };
}

async function pcm(words: readonly string[], settings?: Readonly<Record<string, string>>) {
  const printed = { stdout: '', stderr: '' };
  const collect = (name: keyof typeof printed) => {
    const stream = new PassThrough().setEncoding('utf8');
    stream.on('data', (text) => {
      printed[name] += text;
    });
    return stream as unknown as NodeJS.WriteStream;
  };
  const output = { stdout: collect('stdout'), stderr: collect('stderr') };
  const code = await runCommand({ words: words.map(fill), environment: toEnvironment(settings), output });
  return { code, ...printed };
}

const inAcme = ['--workspace', 'acme'];
const create = ['channel', 'create', ...inAcme, '--file'];
const change = ['channel', 'change', 'shop', ...inAcme, '--file'];
const load = ['load', '<sample>', '--key', 'pcm_x', '--base-url'];

const mistakes: readonly [words: readonly string[], line: string, settings?: Readonly<Record<string, string>>][] = [
  [['import', './missing.csv', ...inAcme], './missing.csv does not exist.'],
  [['import', './folder', ...inAcme], './folder is a folder: name a file.'],
  [['import', './empty.csv', ...inAcme], './empty.csv is empty.'],
  [['import', './foreign.csv/x', ...inAcme], './foreign.csv/x cannot be read: not a directory.'],
  [['import', './foreign.csv', ...inAcme, '--mapping', '{'], '--mapping: Must be JSON.'],
  [['import', './foreign.csv'], `error: required option '--workspace <slug>' not specified (see --help`],
  [[...create, './missing.json'], './missing.json does not exist.'],
  [[...create, './folder'], './folder is a folder: name a file.'],
  [[...create, './empty.csv'], './empty.csv is empty.'],
  [[...create, './bad.json'], './bad.json cannot be read as JSON: Unexpected token'],
  [[...create, './list.json'], './list.json: Must be an object.'],
  [[...change, './missing.json'], './missing.json does not exist.'],
  [[...change, './bad.json'], './bad.json cannot be read as JSON: Unexpected token'],
  [['channel', 'publish', 'shop', ...inAcme, '--products', ''], '--products: '],
  [['export', ...inAcme, '--output', './folder'], './folder is a folder: name a file.'],
  [['export', ...inAcme, '--output', './missing/products.csv'], './missing does not exist.'],
  [['export', ...inAcme, '--filter', 'status'], `error: option '--filter <name=value>' argument 'status' is invalid.`],
  [
    ['load', 'icecat', '--data', './folder'],
    'The catalog "icecat" (product_models.csv with families.csv) is neither in',
  ],
  [['load', './foreign.csv'], './foreign.csv is a file: name the folder it is in'],
  [['load', './folder'], './folder does not contain a catalog that can be loaded'],
  [[...load, 'localhost:3000'], `error: option '--base-url <url>' argument 'localhost:3000' is invalid. It must be`],
  [[...load, 'http://127.0.0.1:1'], 'No server responds at http://127.0.0.1:1: start it, or name another one with'],
  [
    [...load, 'http://127.0.0.1:<port>'],
    'meta.me: 401 unauthorized: The API key has expired. Give another one with --key.',
  ],
  [
    [...load, 'http://127.0.0.1:<port>', '--report', './missing/report'],
    './missing/report cannot be written: no such file',
  ],
  [
    ['webhook', 'listen', '--secret', 'whsec_1', '--port', '<port>'],
    'Port <port> is in use: choose another one with --port.',
  ],
  [
    ['webhook', 'listen', '--secret', ''],
    `error: option '--secret <secret>' argument '' is invalid. It must not be empty.`,
  ],
  [['key', 'list', '--all'], `error: unknown option '--all' (see --help)`],
  [['key', 'make'], `error: unknown command 'make' (see --help)`],
  [['key', 'list'], 'The database cannot be used: database "nowhere" does not exist. Check DATABASE_URL'],
  [['key', 'list'], 'PORT is "x": Must be an integer from 0 to 65535.', { PORT: 'x' }],
  [['key', 'list'], 'DATABASE_URL: Must be a URL such as postgres://', { DATABASE_URL: 'x' }],
];

describe('a command line with a mistake', () => {
  it.each(mistakes)('%j ends with one line that begins with %s', async (words, line, settings) => {
    const { code, stdout, stderr } = await pcm(words, settings);
    expect(stderr.slice(0, fill(line).length)).toBe(fill(line));
    expect(stderr.trimEnd()).not.toContain('\n');
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  });

  it('shows where the error came from when LOG_LEVEL is debug', async () => {
    const { stderr } = await pcm(['import', './missing.csv', ...inAcme], { LOG_LEVEL: 'debug' });
    expect(stderr).toMatch(/^StartError: .* does not exist\.\n +at /);
  });

  it('ends its process with one line and an exit code', async () => {
    const words = ['import', './missing.csv', ...inAcme].map(fill);
    const ended = await new Promise((resolve) => {
      execFile(process.execPath, [pcmProgram, ...words], { env: toEnvironment() }, (error, stdout, stderr) =>
        resolve({ code: error?.code, stdout, stderr }),
      );
    });
    expect(ended).toEqual({ code: 1, stdout: '', stderr: fill('./missing.csv does not exist.\n') });
  });
});
