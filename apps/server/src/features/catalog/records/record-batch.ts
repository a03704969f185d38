import { isDeepStrictEqual } from 'node:util';
import { ApiError, notFound } from '../../../kernel/index.ts';
import type { CatalogRow } from './catalog-records.ts';

/** A record to save, as a row of a file names it. */
export interface SaveRecord<Input> {
  readonly code: string;
  readonly input: Input;
  /** What to do if the record exists. Default: change it. */
  readonly whenExisting?: 'change' | 'conflict';
  /** What to do if the record does not exist. Default: create it. */
  readonly whenMissing?: 'create' | 'not_found';
}

/** What happened to a record. */
export interface SavedRecord {
  readonly code: string;
  readonly outcome: 'created' | 'updated' | 'unchanged';
}

/** A record before and after a batch. */
export interface ChangedRecord<Row> {
  /** Null for a new one. */
  readonly before: Row | null;
  readonly after: Row;
}

export interface RecordBatchOptions<Row extends CatalogRow> {
  /** All records of the workspace. */
  readonly rows: readonly Row[];
  readonly at: Date;
  /** `category`, for messages. */
  readonly noun: string;
}

/** Records of one kind while many of them are saved: each sees the outcome of those before it. */
export class RecordBatch<Row extends CatalogRow> {
  readonly #options: RecordBatchOptions<Row>;
  readonly #before: ReadonlyMap<string, Row>;
  readonly #now: Map<string, Row>;
  #last: number;

  constructor(options: RecordBatchOptions<Row>) {
    this.#options = options;
    this.#before = new Map(options.rows.map((row) => [row.code, row]));
    this.#now = new Map(this.#before);
    this.#last = options.rows.reduce((last, { position }) => Math.max(last, position), -1);
  }

  /** The position of a new record, after all others. */
  nextPosition(): number {
    return Math.min(this.#last + 1, greatestPosition);
  }

  /**
   * Saves records in order, independently of each other.
   *
   * @param merge returns the record after its input is applied; throws an ApiError to reject it.
   */
  save<Input>(
    commands: readonly SaveRecord<Input>[],
    merge: (before: Row | null, command: SaveRecord<Input>) => Row,
  ): (SavedRecord | ApiError)[] {
    return commands.map((command) => {
      try {
        return this.#saveOne(command, merge);
      } catch (error) {
        if (error instanceof ApiError) return error as ApiError;
        throw error;
      }
    });
  }

  /** The records to write. */
  get changed(): ChangedRecord<Row>[] {
    return [...this.#now.values()].flatMap((after) => {
      const before = this.#before.get(after.code) ?? null;
      return before === after ? [] : [{ before, after }];
    });
  }

  #saveOne<Input>(
    command: SaveRecord<Input>,
    merge: (before: Row | null, command: SaveRecord<Input>) => Row,
  ): SavedRecord {
    const { code, whenExisting = 'change', whenMissing = 'create' } = command;
    const { noun, at } = this.#options;
    const before = this.#now.get(code) ?? null;
    if (before === null && whenMissing === 'not_found') throw notFound(noun);
    if (before !== null && whenExisting === 'conflict') throw codeTaken(noun, code);
    const after = merge(before, command);
    if (before !== null && isDeepStrictEqual(before, after)) return { code, outcome: 'unchanged' };
    this.#now.set(code, { ...after, updatedAt: at });
    this.#last = Math.max(this.#last, after.position);
    return { code, outcome: before === null ? 'created' : 'updated' };
  }
}

/** The largest `position` that the column and the contract allow. */
export const greatestPosition = 2 ** 31 - 1;

export function codeTaken(noun: string, code: string): ApiError<'conflict'> {
  return new ApiError('conflict', `The code "${code}" is already used by another ${noun}.`);
}
