import { type ImportResult, type JobError, type JobWarning, limits, type RecordType } from '@product-content/contract';
import type { MissingRecord } from '../../columns/index.ts';
import type { CreatedCodes } from './missing-records.ts';

/** The progress of an import, from which an interrupted one continues. */
export interface ImportCheckpoint {
  /** First the rows of the file, then deferred rows, then products missing from the file. */
  readonly phase: 'file' | 'waiting' | 'missing';
  /** UUID of the last product processed, in the last phase. */
  readonly after?: string;
  /** The last row of the file that was processed. */
  readonly row: number;
  readonly result: ImportResult;
  /** Catalog records that a dry run would have created by now. */
  readonly simulatedRecords?: readonly MissingRecord[];
}

/** The outcome of one batch. */
export interface BatchOutcome {
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly failed: number;
  readonly records: CreatedCodes;
  /** SKUs of products that were archived. */
  readonly archived?: readonly string[];
  readonly errors: readonly JobError[];
  readonly warnings: readonly JobWarning[];
}

export function startCheckpoint(dryRun: boolean): ImportCheckpoint {
  const counts = { total: 0, created: 0, updated: 0, unchanged: 0, failed: 0 };
  const records = { createdCategories: [], createdCollections: [], createdAttributes: [], createdOptions: [] };
  return { phase: 'file', row: 0, result: { dryRun, ...counts, archived: 0, archivedSkus: [], ...records } };
}

/** Adds a batch to the result. A dry run creates the same records in several batches, but they are listed once. */
export function addOutcome(result: ImportResult, outcome: BatchOutcome, total: number): ImportResult {
  const { records, archived = [] } = outcome;
  // The checkpoint of an earlier version has no archived products.
  const { archived: before = 0, archivedSkus = [] } = result;
  const union = (key: keyof CreatedCodes) => [...new Set([...result[key], ...records[key]])];
  return {
    dryRun: result.dryRun,
    total,
    created: result.created + outcome.created,
    updated: result.updated + outcome.updated,
    unchanged: result.unchanged + outcome.unchanged,
    failed: result.failed + outcome.failed,
    archived: before + archived.length,
    archivedSkus: [...archivedSkus, ...archived].slice(0, limits.importArchivedSkus),
    createdCategories: union('createdCategories'),
    createdCollections: union('createdCollections'),
    createdAttributes: union('createdAttributes'),
    createdOptions: union('createdOptions'),
  };
}

/** Catalog records that were created. */
export function createdRecords(result: ImportResult, recordType: RecordType): number {
  if (recordType !== 'products') return result.created;
  const { createdAttributes, createdCategories, createdCollections, createdOptions } = result;
  return createdAttributes.length + createdCategories.length + createdCollections.length + createdOptions.length;
}

/** Rows that are done. */
export function doneRows({ created, updated, unchanged, failed }: ImportResult): number {
  return created + updated + unchanged + failed;
}
