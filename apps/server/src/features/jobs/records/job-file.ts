import { type ExportFormat, exportMediaTypes, imagesMediaType } from '@product-content/contract';
import type { ListedJob } from '../job.statements.ts';

/** The file a job has made. */
export interface JobFile {
  /** Its key in the file storage. */
  readonly key: string;
  readonly fileName: string;
  /** Bytes. */
  readonly size: number;
  readonly mediaType: string;
  readonly madeAt: Date;
}

const mediaTypes: Readonly<Record<ExportFormat | 'zip', string>> = {
  ...exportMediaTypes,
  csv: `${exportMediaTypes.csv}; charset=utf-8`,
  xml: `${exportMediaTypes.xml}; charset=utf-8`,
  zip: imagesMediaType,
};

/** The folder for the files of a job: one file, or more if it was started over. */
export const filesOfJob = (jobId: string) => `exports/${jobId}/`;

/** The file in the result of a job; null when there is none yet. */
export function fileOfJob({ id, status, result, finishedAt }: ListedJob): JobFile | null {
  if (status !== 'completed' || finishedAt === null || result === null) return null;
  const { fileKey, fileName, size } = result;
  if (typeof fileKey !== 'string' || typeof fileName !== 'string' || typeof size !== 'number') return null;
  const ending = fileName.slice(fileName.lastIndexOf('.') + 1).toLowerCase();
  // Version 1.0.0 showed the key of the store itself.
  const key = fileKey.includes('/') ? fileKey : `${filesOfJob(id)}${fileKey}`;
  const mediaType = Object.hasOwn(mediaTypes, ending) ? mediaTypes[ending as ExportFormat | 'zip'] : null;
  return mediaType === null ? null : { key, fileName, size, mediaType, madeAt: finishedAt };
}
