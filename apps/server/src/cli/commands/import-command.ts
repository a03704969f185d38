import { basename } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createProgress, type Progress } from '@product-content/catalog-loader/progress';
import {
  type ImportAccepted,
  ImportFieldsSchema,
  ImportOptionsSchema,
  type ImportResult,
  type Job,
  type JobError,
  jobAccess,
  toImportSettings,
} from '@product-content/contract';
import type { Command } from 'commander';
import type { Config } from '../../config/index.ts';
import type { Container } from '../../container.ts';
import { newUploadKey } from '../../files/index.ts';
import { type RequestContext, systemIds } from '../../kernel/index.ts';
import { inWorkspace } from '../in-workspace.ts';
import { openNamedFile } from '../named-file.ts';
import { type Output, printResult } from '../output.ts';
import { parseInput, toFlag } from '../parse-input.ts';

type ImportFlags = Readonly<Record<string, string | boolean | undefined>> & {
  readonly workspace: string;
  readonly json?: boolean;
};

/** How many errors and how many warnings of rows are printed at the end. */
const maxListedProblems = 20;
const pollMs = 100;
const graceMs = 10_000;

/** `pcm import`, with the same options as the API. */
export function configureImport(command: Command, config: Config, output: Output): void {
  command
    .argument('<file>', 'CSV, TSV, XLSX, XML, JSON or NDJSON, optionally gzipped')
    .requiredOption('--workspace <slug>', 'the workspace it goes to')
    .option('--mapping <json>', 'file column to column key; default: by the headers')
    .option('--profile <name>', 'name or id of an import profile')
    .option('--json', 'print JSON');
  for (const [name, { description = '' }] of Object.entries(ImportOptionsSchema.shape)) {
    command.option(name === 'dryRun' ? toFlag(name) : `${toFlag(name)} <value>`, description);
  }
  command.action((file: string, flags: ImportFlags) => run(config, output, file, flags));
}

async function run(config: Config, output: Output, file: string, flags: ImportFlags): Promise<void> {
  const { workspace, json, ...sent } = flags;
  const texts = Object.entries(sent).map(([name, value]) => [name, value === undefined ? undefined : String(value)]);
  const fields = parseInput(ImportFieldsSchema, Object.fromEntries(texts));
  await using content = await openNamedFile(file);
  const progress = createProgress(output.stderr);
  const job = await inWorkspace(config, workspace, async (container, ctx) => {
    const upload = { key: newUploadKey(systemIds), fileName: basename(file) };
    await container.files.put(upload.key, content.createReadStream({ autoClose: false }));
    const request = { upload, settings: toImportSettings(fields), profile: fields.profile };
    const accepted = await container.imports.create(ctx, request).finally(() => container.files.delete([upload.key]));
    return finish(container, ctx, accepted, progress);
  }).finally(() => progress.stop());
  if (job.status !== 'completed' || job.errorCount > 0) output.setExitCode(1);
  printResult(output, json, job, describe(job));
}

/** Waits for the job to end. Without a running server, this process runs the job. */
async function finish(
  container: Container,
  ctx: RequestContext,
  { jobId, detected }: ImportAccepted,
  progress: Progress,
): Promise<Job> {
  const worker = await container.startJobWorker();
  try {
    progress.step('Rows', detected.rows ?? 0);
    for (;;) {
      const job = await container.jobs.get(ctx, jobId, new Set(jobAccess.import.see));
      progress.reach(job.progress.processed);
      if (job.finishedAt !== null) return job;
      await delay(pollMs);
    }
  } finally {
    await worker.stop(graceMs);
  }
}

function describe({ status, result, errors, errorCount, warnings, warningCount }: Job): string {
  const { total, created, updated, unchanged, failed, error } = result as ImportResult & {
    readonly error?: { readonly message: string };
  };
  const counts = `${total} rows: ${created} created, ${updated} updated, ${unchanged} unchanged, ${failed} failed.`;
  return [
    status === 'failed' ? (error?.message ?? 'The import failed.') : counts,
    ...describeRows(errors, errorCount, 'errors'),
    ...describeRows(warnings, warningCount, 'warnings').map((line) => `Warning: ${line}`),
  ].join('\n');
}

/** The first problems of rows, one per line. */
function describeRows(problems: readonly JobError[], count: number, noun: string): string[] {
  const lines = problems
    .slice(0, maxListedProblems)
    .map(({ row, column, message }) => `row ${row ?? '-'}${column === null ? '' : `, ${column}`}: ${message}`);
  return count > lines.length ? [...lines, `… and ${count - lines.length} more ${noun}.`] : lines;
}
