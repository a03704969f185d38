import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { CommandHost, Terminal } from '@contract-kit/http-spec';
import type { Command } from 'commander';
import type { AppRouter } from '../ts-rest.ts';
import { loadContract } from './load-modules.ts';

/** The entry `<package>/command` of a package that brings a command. */
interface CommandModule {
  /** @param done gets the exit code. */
  createCommand(host: CommandHost<AppRouter>, done: (code: number) => void): Command;
}

const packageCommands = [
  {
    name: 'diff',
    from: '@contract-kit/diff',
    description: 'Compares a contract with an earlier one and reports breaking changes.',
  },
  { name: 'mock', from: '@contract-kit/mock', description: 'Serves a contract from memory, without its server.' },
] as const;

/**
 * Adds the commands of other packages. A package is loaded when its command is used, and need not be installed before.
 */
export function addPackageCommands(program: Command, terminal: Terminal, done: (code: number) => void): void {
  const host = { ...terminal, loadContract: (file: string, name: string) => loadContract(file, name, terminal.folder) };
  for (const { name, from, description } of packageCommands) {
    program
      .command(name)
      .description(description)
      .argument('[options...]')
      .allowUnknownOption()
      .helpOption(false)
      .action(async (_options, _flags, command: Command) => {
        const { createCommand } = await loadCommand(name, from, terminal.folder);
        await createCommand(host, done).parseAsync(command.args, { from: 'user' });
      });
  }
}

/** @throws TypeError saying what to install. */
async function loadCommand(name: string, from: string, folder: string): Promise<CommandModule> {
  const entry = `${from}/command`;
  try {
    return (await import(findIn(folder, entry) ?? entry)) as CommandModule;
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND';
    if (!isMissing || !error.message.includes(from)) throw error;
    throw new TypeError(`contract-kit ${name} needs another package: npm install --save-dev ${from}`, { cause: error });
  }
}

/** The module as installed in the project; null to fall back to the one installed with the command. */
function findIn(folder: string, entry: string): string | null {
  try {
    return pathToFileURL(createRequire(join(folder, 'package.json')).resolve(entry)).href;
  } catch {
    return null;
  }
}
