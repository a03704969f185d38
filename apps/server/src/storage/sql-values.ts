import pg from 'pg';

const { builtins } = pg.types;

/** Counts and change tokens fit into a number; a larger value is rejected rather than rounded. */
function parseBigint(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`The bigint ${text} does not fit a number.`);
  return value;
}

/**
 * How PostgreSQL's types are read: `timestamptz` as Date, `bigint` as number, `numeric` as exact text, `date` as
 * `YYYY-MM-DD`, `json` and arrays parsed, `bytea` as Buffer.
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

/** Text in a form that PostgreSQL accepts: without NUL and unpaired surrogates. */
export function toStorableText(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\u{FFFD}');
}

/** The SQLSTATE of an error from PostgreSQL, even if the ORM wraps it; null for any other error. */
export function sqlState(error: unknown): string | null {
  if (typeof error !== 'object' || error === null || !('code' in error)) return null;
  return typeof error.code === 'string' && /^[0-9A-Z]{5}$/.test(error.code) ? error.code : null;
}

/** The constraint or unique index named by an error from PostgreSQL, or null. */
export function violatedConstraint(error: unknown): string | null {
  if (sqlState(error) === null || typeof error !== 'object' || error === null || !('constraint' in error)) return null;
  return typeof error.constraint === 'string' ? error.constraint : null;
}
