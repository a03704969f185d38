import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { z } from 'zod';
import { StartError } from '../kernel/index.ts';
import { type ArchiveEntry, readArchive } from './archive.ts';
import { Digest } from './digest.ts';
import {
  type BackupHeader,
  BackupHeaderSchema,
  type BackupManifest,
  BackupManifestSchema,
  type BackupSummary,
  filesFolder,
  headerName,
  manifestName,
  summarize,
  tablesFolder,
} from './manifest.ts';

/** Receives the content of a backup in the order of the archive: files, then tables. */
export interface BackupReceiver {
  begin(header: BackupHeader): Promise<void>;
  file(key: string, content: AsyncIterable<Uint8Array>): Promise<void>;
  /** A part of a table. The parts of one table follow each other. */
  part(table: string, content: AsyncIterable<Uint8Array>): Promise<void>;
  /** Called when everything was there, and unchanged. */
  end(manifest: BackupManifest): Promise<void>;
}

/** How zlib and the tar decoder report invalid bytes, however their errors are wrapped. */
const damage = /^(Tar |Invalid (tar|EOF)|Too many |invalid |incorrect |unexpected end of file)/;

/** Reads a backup and checks that it is complete and unchanged. */
export async function readBackup(source: Readable, receiver: BackupReceiver): Promise<BackupSummary> {
  try {
    return await read(readArchive(source), receiver);
  } catch (error) {
    throw error instanceof Error && damage.test(error.message)
      ? new BackupDamaged('cut off, changed, or not a backup', { cause: error })
      : error;
  }
}

/** A backup that cannot be used. */
export class BackupDamaged extends StartError {
  constructor(reason: string, options?: ErrorOptions) {
    super(`The backup cannot be used: ${reason}.`, options);
  }
}

async function read(entries: AsyncIterable<ArchiveEntry>, receiver: BackupReceiver): Promise<BackupSummary> {
  let header: BackupHeader | undefined;
  let summary: BackupSummary | undefined;
  const files = { count: 0, digest: new Digest() };
  const tables = new Map<string, Digest>();
  for await (const { name, size, content } of entries) {
    if (summary !== undefined) throw new BackupDamaged(`${name} follows its end`);
    if (header === undefined) {
      if (name !== headerName) throw new BackupDamaged(`it begins with ${name}`);
      header = await parseJson(name, content, BackupHeaderSchema);
      await receiver.begin(header);
    } else if (name.startsWith(filesFolder)) {
      const key = name.slice(filesFolder.length);
      files.count += 1;
      files.digest.addFile(key, size);
      await receiver.file(key, files.digest.passThrough(content));
    } else if (name.startsWith(tablesFolder)) {
      const table = name.slice(tablesFolder.length, name.lastIndexOf('/'));
      if (!Object.hasOwn(header.tables, table)) throw new BackupDamaged(`${name} belongs to an unknown table`);
      const digest = tables.get(table) ?? new Digest();
      tables.set(table, digest);
      await receiver.part(table, digest.passThrough(content));
    } else {
      if (name !== manifestName) throw new BackupDamaged(`it has an unknown entry ${name}`);
      const manifest = await parseJson(name, content, BackupManifestSchema);
      assertSame('files', { ...manifest.files }, { count: files.count, ...files.digest.end() });
      for (const [table, { rows: _, ...expected }] of Object.entries(manifest.tables))
        assertSame(`rows of ${table}`, expected, (tables.get(table) ?? new Digest()).end());
      await receiver.end(manifest);
      summary = summarize(header, manifest);
    }
  }
  if (summary === undefined) throw new BackupDamaged('its end is missing');
  return summary;
}

async function parseJson<Schema extends z.ZodType>(
  name: string,
  content: AsyncIterable<Uint8Array>,
  schema: Schema,
): Promise<z.infer<Schema>> {
  const parsed = schema.safeParse(parseOrNull(await text(content)));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new BackupDamaged(`${name}: ${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`);
}

function parseOrNull(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}

function assertSame(what: string, expected: object, actual: object): void {
  if (JSON.stringify(expected) !== JSON.stringify(actual))
    throw new BackupDamaged(`the ${what} differ from what was saved`);
}

/** Reads a backup only to check it. @throws StartError when it is damaged. */
export function verifyBackup(source: Readable): Promise<BackupSummary> {
  const ignore = async () => undefined;
  const drain = async (_: string, content: AsyncIterable<Uint8Array>) => {
    for await (const _ of content);
  };
  return readBackup(source, { begin: ignore, file: drain, part: drain, end: ignore });
}
