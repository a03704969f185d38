import { z } from 'zod';

/** Increased when older releases cannot read what a newer one writes. */
export const backupFormat = 1;

export const headerName = 'backup.json';
export const manifestName = 'manifest.json';
/** Prefix of the keys of files. */
export const filesFolder = 'files/';
/** `tables/product/000001`: parts of a table, in the text format of `COPY`. */
export const tablesFolder = 'tables/';

const count = z.int().nonnegative();
const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

/** The first entry of a backup: what is needed to prepare a database for it. */
export const BackupHeaderSchema = z.object({
  format: z.literal(backupFormat, 'Made by a later release: restore it with that release'),
  /** The version of the server that wrote the backup. */
  version: z.string(),
  createdAt: z.iso.datetime(),
  /** Migrations the database had run, oldest first. */
  migrations: z.array(z.string()),
  /** Columns of each table, in the order in which its parts have them. */
  tables: z.record(z.string(), z.array(z.string())),
});

/** The last entry: what the backup must contain. */
export const BackupManifestSchema = z.object({
  tables: z.record(z.string(), z.object({ rows: count, bytes: count, sha256 })),
  /** The last numbers of identity columns: `channel_change.id`. */
  sequences: z.record(z.string(), z.string().regex(/^\d{1,19}$/)),
  /** `sha256` covers all files: the key and the size of each, both followed by a line feed, and its content. */
  files: z.object({ count, bytes: count, sha256 }),
  /** Files that records name and that the store did not have. */
  missingFiles: z.array(z.string()),
});

export type BackupHeader = z.infer<typeof BackupHeaderSchema>;
export type BackupManifest = z.infer<typeof BackupManifestSchema>;

/** What a backup contains, in numbers. */
export interface BackupSummary {
  readonly version: string;
  readonly createdAt: string;
  readonly tables: number;
  readonly rows: number;
  readonly files: number;
  /** Bytes before compression. */
  readonly bytes: number;
  readonly missingFiles: readonly string[];
}

export function summarize({ version, createdAt }: BackupHeader, manifest: BackupManifest): BackupSummary {
  const tables = Object.values(manifest.tables);
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
  return {
    version,
    createdAt,
    tables: tables.length,
    rows: sum(tables.map(({ rows }) => rows)),
    files: manifest.files.count,
    bytes: sum([manifest.files.bytes, ...tables.map(({ bytes }) => bytes)]),
    missingFiles: manifest.missingFiles,
  };
}
