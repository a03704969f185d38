import { open } from 'node:fs/promises';
import { finished } from 'node:stream/promises';
import { getSystemErrorMessage } from 'node:util';
import { LoadError } from '../load-error.ts';
import type { Finding } from './ledger.ts';

/** A file that receives every finding, one JSON object per line. */
export interface ReportFile {
  write(finding: Finding): void;
  /** Closes the file. @throws Error when it could not be written. */
  close(): Promise<void>;
}

/**
 * @param path of the file, which is overwritten; null for none.
 * @throws LoadError naming the file when it cannot be written.
 */
export async function openReportFile(path: string | null): Promise<ReportFile> {
  if (path === null) return { write: () => {}, close: async () => {} };
  const file = await open(path, 'w').catch((cause: NodeJS.ErrnoException) => {
    const reason = cause.errno === undefined ? cause.message : getSystemErrorMessage(cause.errno);
    throw new LoadError(`${path} cannot be written: ${reason}.`, { cause });
  });
  const stream = file.createWriteStream();
  const done = finished(stream);
  // The failure is reported by close(); until then it must not count as unhandled.
  done.catch(() => {});
  return {
    write: (finding) => void stream.write(`${JSON.stringify(finding)}\n`),
    close: async () => {
      stream.end();
      await done;
    },
  };
}
