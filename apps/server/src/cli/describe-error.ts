import { ApiError } from '../kernel/index.ts';

export interface DescribeErrorOptions {
  /** Adds the stack. */
  readonly debug?: boolean;
}

/** What a command says about the error that ended it: one line, or one for each field that is wrong. */
export function describeError(error: unknown, { debug = false }: DescribeErrorOptions = {}): string {
  if (!(error instanceof Error)) return oneLine(String(error));
  if (debug && error.stack !== undefined) return error.stack;
  if (error instanceof ApiError) {
    const fields = Object.entries(error.details?.fieldErrors ?? {}).map(([path, message]) => `${path}: ${message}`);
    return fields.length === 0 ? error.message : fields.join('\n');
  }
  if (error.name === 'StartError' || error.name === 'LoadError') return error.message;
  // Several addresses of one host were tried, each with an error of its own.
  if (error instanceof AggregateError && error.message === '') return describeError(error.errors[0]);
  const words = oneLine(error.message);
  return error.name === 'Error' ? words : `${error.name}: ${words} LOG_LEVEL=debug shows where.`;
}

function oneLine(text: string): string {
  return text.replaceAll(/\s*\n\s*/g, ' ');
}
