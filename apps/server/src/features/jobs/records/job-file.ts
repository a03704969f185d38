import { type ExportFormat, exportMediaTypes, imagesMediaType } from '@product-content/contract';
import type { ListedJob } from './jobs.repository.ts';

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

/** The file in the result of a job; null when it has none, or not yet. */
export function fileOfJob({ status, result, finishedAt }: ListedJob): JobFile | null {
  if (status !== 'completed' || finishedAt === null || result === null) return null;
  const { fileKey: key, fileName, size } = result;
  if (typeof key !== 'string' || typeof fileName !== 'string' || typeof size !== 'number') return null;
  const ending = key.slice(key.lastIndexOf('.') + 1);
  const mediaType = Object.hasOwn(mediaTypes, ending) ? mediaTypes[ending as ExportFormat | 'zip'] : null;
  return mediaType === null ? null : { key, fileName, size, mediaType, madeAt: finishedAt };
}
