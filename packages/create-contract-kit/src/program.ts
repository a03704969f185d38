import { spawn } from 'node:child_process';
import { relative, resolve } from 'node:path';
import process from 'node:process';
import { Command, Option } from 'commander';
import { type Answers, ask } from './ask.ts';
import { type Choices, choices } from './choices.ts';
import { CannotCreateError, createProject } from './create-project.ts';

/** The working directory. */
export interface Terminal {
  readonly folder: string;
  /** Whether the command can prompt. */
  readonly interactive: boolean;
  /** `npm_config_user_agent`: the calling package manager. */
  readonly userAgent: string | undefined;
  out(text: string): void;
  err(text: string): void;
}

interface Flags extends Partial<Choices> {
  readonly yes?: true;
  readonly json?: true;
  readonly install: boolean;
}

/** The command `create-contract-kit`. */
export function createProgram(terminal: Terminal): Command {
  const oneOf = (name: keyof Choices, flag: string, description: string) =>
    new Option(flag, description).choices([...choices[name]]);
  return new Command('create-contract-kit')
    .description('Creates an API project from a contract.')
    .configureOutput({ writeOut: terminal.out, writeErr: terminal.err })
    .exitOverride()
    .argument('[folder]', 'folder to create; it must be missing or empty')
    .addOption(oneOf('adapter', '--adapter <name>', 'what serves the API'))
    .addOption(oneOf('store', '--store <name>', 'where its data is stored'))
    .addOption(
      oneOf('packageManager', '--package-manager <name>', 'what installs packages; default: what started this command'),
    )
    .option('--no-install', 'write files only')
    .option('--yes', 'ask nothing: use the first choice where none is given')
    .option('--json', 'ask nothing, and print the result as JSON')
    .action((folder: string | undefined, flags: Flags) => create(folder, flags, terminal));
}

async function create(given: string | undefined, flags: Flags, terminal: Terminal): Promise<void> {
  const { adapter, store, packageManager, yes, json, install } = flags;
  const isAsking = terminal.interactive && yes === undefined && json === undefined;
  const answers: Answers = { folder: given, adapter, store, packageManager };
  const { folder, ...chosen } = isAsking ? await ask(answers) : answers;
  if (folder === undefined) throw new CannotCreateError('Name the folder to create: create-contract-kit my-api');
  const choice: Choices = {
    adapter: chosen.adapter ?? choices.adapter[0],
    store: chosen.store ?? choices.store[0],
    packageManager: chosen.packageManager ?? (terminal.userAgent?.startsWith('pnpm/') ? 'pnpm' : 'npm'),
  };
  const path = resolve(terminal.folder, folder);
  const files = await createProject(path, choice);
  if (install) await installDependencies(path, choice.packageManager, json === true);
  if (json === true) {
    terminal.out(`${JSON.stringify({ folder: path, ...choice, installed: install, files }, null, 2)}\n`);
    return;
  }
  const run = choice.packageManager;
  const where = relative(terminal.folder, path);
  const next = [
    ...(where === '' ? [] : [`cd ${where}`]),
    ...(install ? [] : [`${run} install`]),
    ...(choice.store === 'postgres' ? ['export DATABASE_URL=postgres://user:password@localhost/notes'] : []),
    `${run} start`,
  ];
  terminal.out(`Made ${files.length} files in ${path}. Now:\n\n${next.map((line) => `  ${line}\n`).join('')}`);
}

/** @param isQuiet discards the standard output of the package manager. */
async function installDependencies(folder: string, program: string, isQuiet: boolean): Promise<void> {
  const code = await new Promise((ended, failed) => {
    const stdio = ['ignore', isQuiet ? 'ignore' : 'inherit', 'inherit'] as const;
    // On Windows both are scripts, which need a shell.
    const child = spawn(program, ['install'], { cwd: folder, stdio: [...stdio], shell: process.platform === 'win32' });
    child.once('error', failed);
    child.once('close', ended);
  }).catch(({ message }: Error) => message);
  if (code !== 0) throw new CannotCreateError(`The files are in ${folder}, but "${program} install" failed (${code}).`);
}
