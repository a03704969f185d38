import type { ExportResult, JobError } from '@product-content/contract';
import type { FileStore } from '../../../files/index.ts';
import { encodeId, type IdSource } from '../../../kernel/index.ts';
import { filesOfJob, type JobHandler, type JobRun } from '../../jobs/index.ts';
import type { ExportPlan } from './export-plan.ts';
import type { ExportOutcome, ExportRunner } from './export-runner.ts';

export interface ExportJobOptions {
  readonly runner: ExportRunner;
  readonly store: FileStore;
  readonly ids: IdSource;
}

/** Warnings listed individually; further ones are only counted. */
const maxListedWarnings = 10_000;

/**
 * Exports too large for a synchronous response. An interrupted export starts over: its file shows one moment, and
 * nobody has seen it yet.
 */
export function createExportJob({ runner, store, ids }: ExportJobOptions): JobHandler {
  const kind: JobHandler<ExportPlan> = {
    type: 'export',
    async run(run) {
      if (run.checkpoint !== null) return { ...(run.checkpoint as ExportResult) };
      const plan = run.input;
      const fileKey = encodeId('file', ids.next());
      const warnings: JobError[] = [];
      const outcome = await writeFile(run, `${filesOfJob(run.id)}${fileKey}`, warnings);
      const { result: size, count } = outcome;
      const result: ExportResult = { fileKey, fileName: plan.fileName, count, warnings: outcome.warnings, size };
      const progress = { processed: count, total: count };
      await run.commit({ checkpoint: result, progress, errors: warnings }, () =>
        runner.noteRun(run.context, plan, outcome),
      );
      return { ...result };
    },
    async discard({ id }) {
      const keys: string[] = [];
      for await (const { key } of store.list(filesOfJob(id))) keys.push(key);
      await store.delete(keys);
    },
  };

  function writeFile(run: JobRun<ExportPlan>, key: string, warnings: JobError[]): Promise<ExportOutcome<number>> {
    const keep = async (content: AsyncIterable<Uint8Array>) => {
      return (await store.put(key, content, { signal: run.signal })).size;
    };
    return runner.run(run.context, run.input, keep, {
      signal: run.signal,
      onProgress: (processed, total) => run.progress({ processed, total }),
      onWarning: (warning) => {
        if (warnings.length < maxListedWarnings) warnings.push(warning);
      },
    });
  }

  return kind as JobHandler;
}
