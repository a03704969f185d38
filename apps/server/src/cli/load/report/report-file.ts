import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import type { Finding } from './finding.ts';

/** A file that gets every finding, one JSON object a line. */
export interface ReportFile {
  write(finding: Finding): void;
  /** Ends the file. @throws Error when it could not be written. */
  close(): Promise<void>;
}

/**
 * @param path of the file, which is overwritten; null for none.
 */
export function openReportFile(path: string | null): ReportFile {
  if (path === null) return { write: () => {}, close: async () => {} };
  const stream = createWriteStream(path);
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
