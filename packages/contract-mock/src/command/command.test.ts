import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import process from 'node:process';
import { createInterface, type Interface } from 'node:readline/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';

const folder = fileURLToPath(new URL('../../', import.meta.url));
const program = fileURLToPath(new URL('../../../contract-testing/src/cli/main.ts', import.meta.url));
const contract = './test-support/lists-contract.ts';

interface Running {
  readonly child: ChildProcess;
  readonly lines: AsyncIterator<string>;
}

function start(...args: string[]): Running {
  const child = spawn(process.execPath, [program, 'mock', ...args], { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
  onTestFinished(() => void child.kill());
  const lines: Interface = createInterface({ input: child.stdout });
  return { child, lines: lines[Symbol.asyncIterator]() };
}

const next = async ({ lines }: Running): Promise<string> => (await lines.next()).value;

describe('contract-kit mock', () => {
  it('prints the address and a request it accepts, then a line for each request, until it is interrupted', async () => {
    const running = start('--contract', contract, '--port', '0', '--seed', '7');
    const [, baseUrl = ''] = /^\d+ operations at (http:\/\/127\.0\.0\.1:\d+)$/.exec(await next(running)) ?? [];
    const [, address = '', name = '', value = ''] = /^curl -i (\S+) -H '(\S+): (.+)'$/.exec(await next(running)) ?? [];
    expect(address).toBe(`${baseUrl}/lists`);
    const response = await fetch(address, { headers: { [name]: value } });
    expect(response.status).toBe(200);
    expect(((await response.json()) as { data: unknown[] }).data).toHaveLength(3);
    expect(await next(running)).toMatch(/^GET \/lists 200 \d+ ms$/);
    const created = await fetch(address, {
      method: 'POST',
      headers: { [name]: value, 'content-type': 'application/json' },
      body: JSON.stringify({ code: 'groceries', name: 'Groceries' }),
    });
    expect(created.status).toBe(201);
    expect(await next(running)).toMatch(/^POST \/lists 201 \d+ ms$/);
    running.child.kill('SIGTERM');
    expect(await once(running.child, 'exit')).toEqual([0, null]);
  });

  it('accepts only the given keys', async () => {
    const running = start('--contract', contract, '--port', '0', '--key', 'ada', '--key', 'grace', '--records', '0');
    await next(running);
    const curl = await next(running);
    expect(curl).toContain("-H 'Authorization: Bearer ada'");
    const [, address = ''] = /^curl -i (\S+)/.exec(curl) ?? [];
    const statusWith = (key: string) => fetch(address, { headers: { 'x-api-key': key } }).then(({ status }) => status);
    expect([await statusWith('ada'), await statusWith('grace'), await statusWith('eve')]).toEqual([200, 200, 401]);
  });

  it('exits with 2 and the reason when it cannot start', async () => {
    const { child } = start('--contract', 'none.ts');
    let reason = '';
    child.stderr?.on('data', (chunk) => {
      reason += chunk;
    });
    expect(await once(child, 'close')).toEqual([2, null]);
    expect(reason).toContain('none.ts cannot be loaded');
  });
});
