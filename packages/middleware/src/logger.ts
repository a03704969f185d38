/** What the middleware needs of a logger; pino and its relatives satisfy it. */
export interface Logger {
  error(fields: object, message: string): void;
}

/** Drops everything; the default of tests. */
export const silentLogger: Logger = { error: () => {} };
