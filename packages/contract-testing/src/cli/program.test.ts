import { readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { changingResponses, startTasksServer, type TasksServer } from '../../test-support/tasks-server.ts';
import type { Report } from '../running/report.ts';
import { createProgram } from './program.ts';

const contract = new URL('../../test-support/tasks-contract.ts', import.meta.url).pathname;
let server: TasksServer;
let broken: TasksServer;
let folder: string;

beforeAll(async () => {
  server = await startTasksServer();
  broken = await startTasksServer(() => ({ before: changingResponses((text) => text.replace('"version":', '"v":')) }));
  folder = await mkdtemp(join(tmpdir(), 'contract-kit-'));
});

afterAll(async () => {
  await server.close();
  await broken.close();
  await rm(folder, { recursive: true, force: true });
});

/** Runs the command. @param args after the contract, address and key. */
async function run({ baseUrl, credentials }: TasksServer, ...args: string[]) {
  const { full } = credentials.apiKey;
  return runWith('--contract', contract, '--url', baseUrl, '--key', full, '--seed', '1', ...args);
}

async function runWith(...args: string[]) {
  let text = '';
  let code: number | null = null;
  const write = (piece: string) => {
    text += piece;
  };
  const program = createProgram({ folder, out: write, err: write }, (given) => {
    code = given;
  });
  await program.parseAsync(['verify', ...args], { from: 'user' });
  return { text, code };
}

describe('contract-kit verify', () => {
  it('shows each operation and exits with 0 when everything passes', async () => {
    const { text, code } = await run(server, '--only', 'todos.get', 'access.*');
    expect(text).toContain('todos.get  GET /todos/:id: 4 of 4 passed');
    expect(text).toMatch(
      /Not checked without the credential withoutScope \(--without\): access\.missing-scope\.\n.*\n4 checks passed, 0 failed, 2 skipped: 1 operations, \d+ requests\. Seed 1\./,
    );
    expect(code).toBe(0);
  });

  it('shows the failing request without the key, and exits with 1', async () => {
    const { text, code } = await run(broken, '--only', 'todos.get', 'responses.body');
    expect(text).toContain('✗ responses.body: every body fits its schema, without undeclared keys');
    expect(text).toContain('-H "authorization: Bearer $KEY"');
    expect(text).not.toContain(broken.credentials.apiKey.full);
    expect(code).toBe(1);
  });

  it('makes every second check of each operation', async () => {
    const only = ['--only', 'todos.get', 'todos.list', 'access.no-key', 'access.bad-key'];
    const { text, code } = await run(server, ...only, '--every', '2');
    expect(text).toContain('todos.list  GET /todos: 1 of 1 passed');
    expect(text).toContain('todos.get  GET /todos/:id: 1 of 1 passed');
    expect(code).toBe(0);
  });

  it('gives the report as JSON', async () => {
    const { text } = await run(server, '--json', '--only', 'todos.list');
    const report = JSON.parse(text) as Report;
    expect(report).toMatchObject({
      seed: 1,
      failed: 0,
      operations: [{ id: 'todos.list', unreached: [403, 429, 500] }],
    });
  });

  it('takes keys from files, of other tenants and with fewer scopes', async () => {
    const file = join(folder, 'other');
    writeFileSync(file, `${server.credentials.apiKey.otherTenant}\n`);
    const readOnly = (await server.credentials.apiKey.withoutScope?.('todos:write')) ?? '';
    const keys = ['--other-key', `@${file}`, '--without', `todos:write=${readOnly}`];
    const { text } = await run(server, ...keys, '--only', 'todos.patch', 'access.*');
    expect(text).toContain('todos.patch  PATCH /todos/:id: 6 of 6 passed');
  });

  it('takes links and preparations from a module', async () => {
    writeFileSync(
      join(folder, 'setup.mjs'),
      "export const prepare = { 'todos.create': () => ({ body: { title: '' } }) };",
    );
    const only = ['todos.create', 'responses.success', 'responses.rate-headers'];
    const { text, code } = await run(server, '--setup', 'setup.mjs', '--only', ...only);
    expect(text).toContain('✗ responses.success');
    expect(text).toContain('  - skipped: for a reason above.\n      responses.rate-headers');
    expect(code).toBe(1);
  });

  it('verifies the app that a module exports, and closes it', async () => {
    onTestFinished(() => void Reflect.deleteProperty(globalThis, 'closedApps'));
    const notes = new URL('../../test-support/plain/', import.meta.url).href;
    writeFileSync(
      join(folder, 'app.mjs'),
      `import { createNotesApp } from '${notes}notes-server.ts';
       export const app = createNotesApp();
       export const close = () => { globalThis.closedApps = (globalThis.closedApps ?? 0) + 1; };`,
    );
    writeFileSync(
      join(folder, 'handler.mjs'),
      `import { createNotesHandler } from '${notes}notes-handler.ts';
       export default { fetch: createNotesHandler('/api') };`,
    );
    const plain = ['--contract', new URL(`${notes}notes-contract.ts`).pathname, '--runs', '5'];
    for (const app of [
      ['--app', 'app.mjs'],
      ['--app', 'handler.mjs', '--base-path', '/api'],
    ]) {
      const { text, code } = await runWith(...plain, ...app);
      expect(text).toMatch(/\d+ checks passed, 0 failed, 0 skipped: 5 operations/);
      expect(code).toBe(0);
    }
    expect(globalThis).toHaveProperty('closedApps', 1);
    await expect(runWith(...plain)).rejects.toThrow('Give either --url or --app.');
    writeFileSync(join(folder, 'empty.mjs'), 'export const nothing = 0;');
    await expect(runWith(...plain, '--app', 'empty.mjs')).rejects.toThrow('exports neither "app"');
  });

  it('takes credentials from a module too, and those of the command line before them', async () => {
    const { full, otherTenant } = server.credentials.apiKey;
    const keys = JSON.stringify({ apiKey: { full: 'wrong', otherTenant } });
    writeFileSync(join(folder, 'credentials.mjs'), `export const credentials = ${keys};`);
    const where = ['--contract', contract, '--url', server.baseUrl ?? '', '--setup', 'credentials.mjs'];
    const { text } = await runWith(...where, '--key', full, '--only', 'todos.get', 'access.*');
    expect(text).toContain('todos.get  GET /todos/:id: 5 of 5 passed');
  });

  it('says that there is no server', async () => {
    const nobody = { ...server, baseUrl: 'http://127.0.0.1:9' };
    await expect(run(nobody)).rejects.toThrow('GET http://127.0.0.1:9/openapi.json got no response');
  });

  it('reports arguments it does not understand', async () => {
    await expect(run(server, '--only', 'todos.nap')).rejects.toThrow(
      '"todos.nap" is neither an operation nor a check.',
    );
    await expect(run(server, '--runs', 'many')).rejects.toThrow('Must be a whole number.');
    await expect(run(server, '--every', '0')).rejects.toThrow('every must be a whole number from 1.');
    await expect(run(server, '--export', 'none')).rejects.toThrow('exports no "none"');
    await expect(run(server, '--other-key', '@none')).rejects.toThrow('The file none cannot be read.');
    await expect(run(server, '--without', 'todos:write')).rejects.toThrow('Write name=value.');
  });
});

describe('contract-kit routes', () => {
  const expected = 'export const routes: RouteTable<typeof contract> = {\n  operations: {\n';

  async function routes(...args: string[]): Promise<string> {
    let text = '';
    const write = (piece: string) => {
      text += piece;
    };
    const program = createProgram({ folder, out: write, err: write }, () => undefined);
    await program.parseAsync(['routes', '--contract', contract, ...args], { from: 'user' });
    return text;
  }

  it('prints a module that imports the contract from the given module', async () => {
    const text = await routes('--from', '@acme/contract');
    expect(text).toContain("import type { contract } from '@acme/contract';");
    expect(text).toContain(expected);
  });

  it('writes a module that imports the contract by its relative path', async () => {
    const out = join(folder, 'routes.ts');
    expect(await routes('--out', out)).toBe('');
    const text = readFileSync(out, 'utf8');
    const [, from = ''] = /^import type \{ contract \} from '(.+)';$/m.exec(text) ?? [];
    expect(resolve(folder, from)).toBe(contract);
    expect(text).toContain(expected);
  });
});
