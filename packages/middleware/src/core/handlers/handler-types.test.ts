import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, expectTypeOf, it, onTestFinished } from 'vitest';
import type { Todo, todoContract } from '../../../test-support/todo-contract.ts';
import type { ApiKeyCaller } from '../../auth/caller.ts';
import type { HandlerHeaders } from '../../handler-result.ts';
import type { BaseContext, Handler, HandlerFor, Handlers } from './handler-types.ts';

type Routes = typeof todoContract;
const root = join(import.meta.dirname, '../../../../..');

/** The types of a module's exports as the compiler prints them. */
async function print(source: string): Promise<string> {
  await mkdir(join(root, 'node_modules/.cache'), { recursive: true });
  const folder = await mkdtemp(join(root, 'node_modules/.cache/printed-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, 'handlers.ts'), source);
  const compilerOptions = {
    noEmit: false,
    declaration: true,
    emitDeclarationOnly: true,
    noCheck: true,
    rewriteRelativeImportExtensions: true,
    rootDir: root,
    outDir: './out',
  };
  const config = { extends: join(root, 'tsconfig.base.json'), compilerOptions, files: ['./handlers.ts'] };
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(config));
  const compiler = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc');
  await promisify(execFile)(process.execPath, [compiler, '-p', folder]);
  const out = join(folder, 'out', folder.slice(root.length), 'handlers.d.ts');
  return (await readFile(out, 'utf8')).replaceAll(/\s+/g, ' ');
}

describe('the type of a handler', () => {
  it('shows arguments and responses without the route they come from', async () => {
    const from = (path: string) => JSON.stringify(join(root, 'packages/middleware', path));
    const printed = await print(`
      import type { todoContract } from ${from('test-support/todo-contract.ts')};
      import type { Handlers } from ${from('src/index.ts')};
      declare const handlers: Handlers<typeof todoContract, { readonly user: string }>['todos'];
      export const { create, remove } = handlers;
    `);
    expect(printed).toContain('user: string');
    expect(printed).toContain('readonly status: 201');
    expect(printed).not.toMatch(/metadata|operationId|Zod/);
    expect(printed.length).toBeLessThan(1500);
  });

  it('has its parts worked out', () => {
    expectTypeOf<HandlerFor<Routes['todos']['patch']>>().toEqualTypeOf<
      Handler<
        {
          readonly params: { id: string };
          readonly body: {
            title?: string | undefined;
            done?: boolean | undefined;
            labels?: { name: string }[] | undefined;
          };
          readonly context: BaseContext<ApiKeyCaller> & object;
        },
        {
          readonly status: 200;
          readonly headers: HandlerHeaders & { readonly ETag: string };
          readonly body: { data: Todo };
        }
      >
    >();
    expectTypeOf<Handlers<Routes>['todos']['patch']>().toEqualTypeOf<HandlerFor<Routes['todos']['patch']>>();
  });
});
