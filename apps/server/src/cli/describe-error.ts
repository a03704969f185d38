import { ApiError } from '../kernel/index.ts';

/** What a command says about the error that ended it; a stack only where the error is nobody's mistake. */
export function describeError(error: unknown): string {
  if (error instanceof ApiError) {
    const fields = Object.entries(error.details?.fieldErrors ?? {}).map(([path, message]) => `${path}: ${message}`);
    return fields.length === 0 ? error.message : fields.join('\n');
  }
  if (!(error instanceof Error)) return String(error);
  return error.name === 'Error' || error.name === 'StartError' ? error.message : (error.stack ?? error.message);
}
