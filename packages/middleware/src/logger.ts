/** What the middleware needs of a logger; pino and similar loggers fit. */
export interface Logger {
  error(fields: object, message: string): void;
}

/** Discards everything. */
export const silentLogger: Logger = { error: () => {} };
