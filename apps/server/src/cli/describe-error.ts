import { ApiError } from '../kernel/index.ts';

export interface DescribeErrorOptions {
  /** Includes the stack. */
  readonly debug?: boolean;
}

/** Describes the error that ended a command: one line, or one line for each invalid field. */
export function describeError(error: unknown, { debug = false }: DescribeErrorOptions = {}): string {
  if (!(error instanceof Error)) return oneLine(String(error));
  if (debug && error.stack !== undefined) return error.stack;
  if (error instanceof ApiError) {
    const fields = Object.entries(error.details?.fieldErrors ?? {}).map(([path, message]) => `${path}: ${message}`);
    return fields.length === 0 ? error.message : fields.join('\n');
  }
  if (error.name === 'StartError' || error.name === 'LoadError') return error.message;
  // Several addresses of one host were tried; each has its own error.
  if (error instanceof AggregateError && error.message === '') return describeError(error.errors[0]);
  const words = oneLine(error.message);
  return error.name === 'Error' ? words : `${error.name}: ${words} LOG_LEVEL=debug shows where.`;
}

function oneLine(text: string): string {
  return text.replaceAll(/\s*\n\s*/g, ' ');
}
