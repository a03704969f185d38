import { hostileCsvFiles } from './hostile-csv.ts';
import type { HostileFile } from './hostile-file.ts';
import { hostileJsonFiles } from './hostile-json-files.ts';
import { hostileWorkbooks } from './hostile-workbooks.ts';
import { hostileXmlFiles } from './hostile-xml.ts';

export type { HostileFile, HostileOutcome } from './hostile-file.ts';

/**
 * Files that are made to bring a server down: each is as large as an import may be, or expands to far more, and holds
 * one kind of token that is cheap to send and dear to read. Whatever happens to them, the process lives, its memory
 * stays bounded, and requests of other workspaces are served.
 *
 * Send them to `POST /imports` as a workspace that has nothing in it, several at once, and compare what comes back with
 * `expected`. Files of the size `small` are built and judged in about a second each, `medium` ones in several seconds;
 * `large` ones have tens of megabytes and belong into a benchmark.
 *
 * @example
 * for (const { name, fileName, fields, build, expected } of hostileFiles) {
 *   const form = new FormData();
 *   form.set('file', new Blob([await build()]), fileName);
 *   for (const [field, value] of Object.entries(fields ?? {})) form.set(field, value);
 *   const response = await fetch(`${baseUrl}/imports`, { method: 'POST', headers, body: form });
 *   // expected.kind === 'refused': 422, and fieldErrors[expected.field] matches expected.says
 *   // expected.kind === 'job': 202, and the job ends with expected.status
 * }
 */
export const hostileFiles: readonly HostileFile[] = [
  ...hostileXmlFiles,
  ...hostileJsonFiles,
  ...hostileCsvFiles,
  ...hostileWorkbooks,
];
