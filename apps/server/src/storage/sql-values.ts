import pg from 'pg';

const { builtins } = pg.types;

/** Counts and change tokens fit a number; a larger value is refused rather than rounded. */
function parseBigint(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`The bigint ${text} does not fit a number.`);
  return value;
}

/**
 * How the rows of {@link Database.query} read: `timestamptz` as Date, `bigint` as number, `numeric` as exact text,
 * `date` as `YYYY-MM-DD`, `json` and arrays parsed, `bytea` as Buffer.
 */
export const sqlValues: pg.CustomTypesConfig = {
  getTypeParser(id: number, format?: 'text' | 'binary') {
    if (format !== 'binary') {
      if (id === builtins.INT8) return parseBigint;
      if (id === builtins.DATE) return (text: string) => text;
    }
    return pg.types.getTypeParser(id, format as 'text');
  },
};

/** A text as PostgreSQL takes it: it knows no NUL and no half of a surrogate pair. */
export function toStorableText(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\u{FFFD}');
}

/** The SQLSTATE of an error that came from PostgreSQL, also through the ORM; null for any other. */
export function sqlState(error: unknown): string | null {
  if (typeof error !== 'object' || error === null || !('code' in error)) return null;
  return typeof error.code === 'string' && /^[0-9A-Z]{5}$/.test(error.code) ? error.code : null;
}

/** The constraint or unique index an error from PostgreSQL names, or null. */
export function violatedConstraint(error: unknown): string | null {
  if (sqlState(error) === null || typeof error !== 'object' || error === null || !('constraint' in error)) return null;
  return typeof error.constraint === 'string' ? error.constraint : null;
}
