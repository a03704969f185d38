/**
 * The value of a sort column as a cursor carries it. A bigint or a decimal is carried as text, because a JavaScript
 * number cannot represent all of them; the SQL that receives it casts it.
 */
export type KeyValue = string | number | null;

export type SortDirection = 'asc' | 'desc';

/** The position of a record in a sorted list: its sort values, and its id to distinguish records with equal values. */
export interface KeysetPosition {
  readonly values: readonly KeyValue[];
  readonly id: string;
}

/**
 * Compares two positions the way one index `(…values, id)` orders them: negative when `left` comes first. Null comes
 * after every value, and `desc` is the exact reverse of `asc`, which is PostgreSQL's default (`nulls last` for asc,
 * `nulls first` for desc). Texts compare by code point, as `collate "C"` does in UTF-8.
 *
 * The SQL equivalent is the predicate `(a, id) > ($1, $2)`, which keeps the rows after a position.
 *
 * @throws TypeError when a text is compared with a number: a column has one type.
 */
export function compareKeys(left: KeysetPosition, right: KeysetPosition, direction: SortDirection = 'asc'): number {
  return direction === 'asc' ? compareAscending(left, right) : compareAscending(right, left);
}

/** Returns a sorted copy of the rows, like `toSorted`. */
export function sortByKeys<Row>(
  rows: readonly Row[],
  toPosition: (row: Row) => KeysetPosition,
  direction: SortDirection = 'asc',
): Row[] {
  return rows.toSorted((left, right) => compareKeys(toPosition(left), toPosition(right), direction));
}

/** A page and whether there is another one. */
export interface KeysetPage<Row> {
  readonly rows: readonly Row[];
  readonly hasMore: boolean;
}

/**
 * Cuts a page from rows of which one more was read than fits on the page.
 *
 * @example
 * const { rows, hasMore } = cutPage(await read({ after, limit: limit + 1 }), limit);
 */
export function cutPage<Row>(rows: readonly Row[], limit: number): KeysetPage<Row> {
  return rows.length > limit ? { rows: rows.slice(0, limit), hasMore: true } : { rows, hasMore: false };
}

function compareAscending(left: KeysetPosition, right: KeysetPosition): number {
  if (left.values.length !== right.values.length)
    throw new TypeError('Positions of one list must have the same number of values.');
  for (const [index, value] of left.values.entries()) {
    const order = compareValues(value, right.values[index] as KeyValue);
    if (order !== 0) return order;
  }
  return compareTexts(left.id, right.id);
}

function compareValues(left: KeyValue, right: KeyValue): number {
  if (left === null || right === null) return Number(left === null) - Number(right === null);
  if (typeof left === 'string' && typeof right === 'string') return compareTexts(left, right);
  if (typeof left === 'number' && typeof right === 'number') return left - right;
  throw new TypeError('A sort column must contain texts or numbers, not both.');
}

/** `<` compares UTF-16 code units, which puts U+1F600 before U+FF5E; UTF-8 bytes keep the order of code points. */
function compareTexts(left: string, right: string): number {
  return left === right ? 0 : Buffer.compare(Buffer.from(left), Buffer.from(right));
}
