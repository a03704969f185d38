import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { type Readable, Writable } from 'node:stream';
import type { Command } from 'commander';
import type { BackupSummary } from '../../backup/index.ts';
import type { Config } from '../../config/index.ts';
import { openFileStore } from '../../files/index.ts';
import { createLogger, systemClock, systemIds } from '../../kernel/index.ts';
import { withDatabase } from '../installation.ts';
import { assertWritable, openNamedFile } from '../named-file.ts';
import { type Output, printResult } from '../output.ts';

interface BackupFlags {
  readonly verify?: boolean;
  readonly force?: boolean;
  readonly json?: boolean;
}

interface RestoreFlags {
  readonly replace?: boolean;
  readonly json?: boolean;
}

/** The argument that stands for standard input or output. */
const standard = '-';

/** `pcm backup`. */
export function configureBackup(command: Command, config: Config, output: Output): void {
  command
    .argument('<file>', 'where to, such as backup.tar.gz; - for standard output')
    .option('--verify', 'read a backup instead, and check that it can be restored')
    .option('--force', 'replace a file that exists')
    .option('--json', 'print JSON')
    .action((file: string, { verify = false, ...flags }: BackupFlags) =>
      verify ? verifyFile(file, flags.json, output) : backUp(config, file, flags, output),
    );
}

/** `pcm restore`. */
export function configureRestore(command: Command, config: Config, output: Output): void {
  command
    .argument('<file>', 'a file written by `pcm backup`; - for standard input')
    .option('--replace', 'delete what the database holds now')
    .option('--json', 'print JSON')
    .action((file: string, flags: RestoreFlags) => restore(config, file, flags, output));
}

async function backUp(
  config: Config,
  file: string,
  { force = false, json }: Omit<BackupFlags, 'verify'>,
  output: Output,
): Promise<void> {
  const { writeBackup } = await import('../../backup/index.ts');
  const files = await openFiles(config);
  const write = (openDestination: () => NodeJS.WritableStream) =>
    withDatabase(config, (databaseUrl) => writeBackup({ databaseUrl, files, clock: systemClock, openDestination }));
  if (file === standard) {
    // Standard output carries the backup.
    print({ ...output, stdout: output.stderr }, json, 'Saved', await write(() => withoutClosing(output.stdout)));
    return;
  }
  await assertWritable(file, { isNew: !force });
  // A file under the final name is always complete.
  const unfinished = `${file}.unfinished`;
  try {
    const summary = await write(() => createWriteStream(unfinished, { mode: 0o600, flush: true }));
    await rename(unfinished, file);
    print(output, json, 'Saved', summary);
  } finally {
    await rm(unfinished, { force: true });
  }
}

async function verifyFile(file: string, json: boolean | undefined, output: Output): Promise<void> {
  const { verifyBackup } = await import('../../backup/index.ts');
  print(output, json, 'Verified', await withSource(file, verifyBackup));
}

async function restore(config: Config, file: string, flags: RestoreFlags, output: Output): Promise<void> {
  const { restoreBackup } = await import('../../backup/index.ts');
  const { replace = false, json } = flags;
  const files = await openFiles(config);
  const logger = createLogger('error');
  const summary = await withSource(file, (source) =>
    withDatabase(config, (databaseUrl) => restoreBackup({ source, databaseUrl, files, logger, replace })),
  );
  print(output, json, 'Restored', summary);
}

function openFiles({ files: location, dataDir }: Config) {
  return openFileStore({ location, spoolFolder: join(dataDir, 'spool'), ids: systemIds });
}

/** A stream that ends without closing its destination, because others write to it later. */
function withoutClosing(stream: NodeJS.WritableStream): Writable {
  return new Writable({ write: (chunk, _, done) => void stream.write(chunk, done) });
}

async function withSource<T>(file: string, work: (source: Readable) => Promise<T>): Promise<T> {
  if (file === standard) return work(process.stdin);
  const source = (await openNamedFile(file)).createReadStream();
  const closed = once(source, 'close');
  try {
    return await work(source);
  } finally {
    source.destroy();
    await closed;
  }
}

function print(output: Output, json: boolean | undefined, what: string, summary: BackupSummary): void {
  const { createdAt, version, tables, rows, files, bytes, missingFiles } = summary;
  const size = (bytes / 1e6).toFixed(1);
  const words = `${what}: ${rows} rows of ${tables} tables and ${files} files, ${size} MB, of release ${version} at ${createdAt}.`;
  const missing = missingFiles.map((key) => `Missing in the store: ${key}`);
  printResult(output, json, summary, [words, ...missing].join('\n'));
}
