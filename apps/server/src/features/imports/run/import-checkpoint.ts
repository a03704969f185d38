import { type ImportResult, type JobError, type JobWarning, limits, type RecordType } from '@product-content/contract';
import type { CreatedCodes } from './missing-records.ts';

/** How far an import is: what an interrupted one goes on from. */
export interface ImportCheckpoint {
  /** First the rows of the file, then those that waited for others, then the products that no row names. */
  readonly phase: 'file' | 'waiting' | 'missing';
  /** UUID of the last product that was looked at, in the last phase. */
  readonly after?: string;
  /** The last row of the file that was looked at. */
  readonly row: number;
  readonly result: ImportResult;
}

/** What became of one batch. */
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

/** The result with one more batch. A dry run creates the same records in several batches; they are named once. */
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

/** Records of the catalog that were created. */
export function createdRecords(result: ImportResult, recordType: RecordType): number {
  if (recordType !== 'products') return result.created;
  const { createdAttributes, createdCategories, createdCollections, createdOptions } = result;
  return createdAttributes.length + createdCategories.length + createdCollections.length + createdOptions.length;
}

/** Rows that are done. */
export function doneRows({ created, updated, unchanged, failed }: ImportResult): number {
  return created + updated + unchanged + failed;
}
