import type { JobError } from '@product-content/contract';
import { writeTable } from '../../../formats/index.ts';
import type { JobsRepository } from './jobs.repository.ts';

const columns = ['row', 'column', 'sku', 'field', 'code', 'message'] as const satisfies readonly (keyof JobError)[];

/** Errors read at once. */
const batchSize = 1000;

/** The errors of a job as the bytes of a CSV file; read in batches as they are taken. */
export function toErrorTable(jobs: JobsRepository, workspaceId: string, id: string): AsyncIterable<Buffer> {
  async function* rows() {
    for (let position = 0, errors: JobError[] = []; position === 0 || errors.length === batchSize; ) {
      errors = await jobs.errorsAfter(workspaceId, id, position, batchSize);
      for (const error of errors) yield columns.map((column) => error[column]);
      position += batchSize;
    }
  }
  return writeTable({ format: 'csv' }, columns, rows());
}
