import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { byTier } from '@product-content/test-support/tiers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { startTasksServer, type TasksServer } from '../../packages/contract-testing/test-support/tasks-server.ts';
import { isCommand } from './describe-guide.ts';
import { type CodeBlock, readMarkdown } from './markdown/markdown.ts';
import { inRepository } from './repository.ts';
import { openShell, type ShellSession } from './shell/shell-session.ts';
import { documentedOrigin } from './shell/walkthrough.ts';

const { blocks } = readMarkdown(inRepository('packages/contract-testing/README.md'));
const [verify, routes] = blocks.filter(isCommand);
const printed = blocks.find(({ language }) => language === '');
const guide = readMarkdown(inRepository('docs/guides/typed-client.md'));

const LooseTodoSchema = z.object({ title: z.string().min(1).max(200), done: z.boolean().optional() });

let server: TasksServer;
let lenient: TasksServer;
let folder: string;
let shell: ShellSession;

beforeAll(async () => {
  server = await startTasksServer();
  lenient = await startTasksServer(({ contract }) => {
    const create = Object.assign({}, contract.create, { body: LooseTodoSchema });
    return { contract: { ...contract, create } };
  });
  folder = await mkdtemp(join(tmpdir(), 'contract-kit-docs-'));
  const contract = inRepository('packages/contract-testing/test-support/tasks-contract.ts');
  await writeFile(join(folder, 'contract.ts'), `export { contract } from '${contract}';\n`);
  shell = openShell(folder);
});

afterAll(async () => {
  await shell.close();
  await server.close();
  await lenient.close();
  await rm(folder, { recursive: true, force: true });
});

/** Runs a command of the README against a server. */
async function run(block: CodeBlock | undefined, { baseUrl, credentials }: TasksServer, options = '') {
  await writeFile(join(folder, 'key.txt'), credentials.apiKey.full);
  const program = `node ${inRepository('packages/contract-testing/src/cli/main.ts')}`;
  const command = (block?.text ?? '').trim().replace('npx contract-kit', program).replace(documentedOrigin, baseUrl);
  return shell.run(command + options);
}

describe('the command contract-kit, as its README shows it', () => {
  it('verifies a server', async () => {
    const { output, exitCode } = await run(
      verify,
      server,
      byTier({ behavior: ' --only todos.create', exhaustive: '' }),
    );
    expect(output).toContain(' 0 failed');
    expect(exitCode, output).toBe(0);
  });

  it('prints the report that the README shows when a server accepts undeclared keys', async () => {
    const { output, exitCode } = await run(verify, lenient, ' --only todos.create --seed 1');
    expect(exitCode).toBe(1);
    expect(output.replaceAll(lenient.baseUrl, documentedOrigin).trim()).toBe(printed?.text.trim());
  });

  it('writes the routes of a contract, by the same command in the guide to the client', async () => {
    expect(guide.blocks.filter(isCommand).map(({ text }) => text)).toEqual([routes?.text]);
    const { exitCode, output } = await run(routes, server);
    expect(exitCode, output).toBe(0);
    expect(await readFile(join(folder, 'routes.ts'), 'utf8')).toContain("create: 'POST /todos key id=todos.create'");
  });
});
