import { ApiError, type FieldErrors, invalidFields } from '@contract-kit/http-spec';
import { textProblem } from './json/safe-value.ts';

export type ParsedQuery = Record<string, string | string[]>;

/** Maximum number of parameters; a longer query is refused rather than truncated. */
const maxParameters = 1000;

/**
 * Reads a query string. A repeated name becomes a list. The object has no prototype, so a parameter may be named
 * `__proto__`.
 *
 * @throws ApiError `bad_request` naming the parameter whose percent-encoding is malformed, `validation_failed` for
 * values with NUL.
 */
export function parseQuery(text: string | null | undefined): ParsedQuery {
  const query: ParsedQuery = Object.create(null);
  if (text === undefined || text === null || text === '') return query;
  const pairs = text.split('&');
  if (pairs.length > maxParameters) throw new ApiError('bad_request', `At most ${maxParameters} query parameters.`);
  const problems: Record<string, string> = {};
  for (const pair of pairs) {
    if (pair === '') continue;
    const equals = pair.indexOf('=');
    const name = decode(equals === -1 ? pair : pair.slice(0, equals));
    const value = decode(equals === -1 ? '' : pair.slice(equals + 1), name);
    const problem = textProblem(value) ?? textProblem(name);
    if (problem !== null) problems[name] = problem;
    add(query, name, value);
  }
  if (Object.keys(problems).length > 0) throw invalidFields(problems satisfies FieldErrors);
  return query;
}

function add(query: ParsedQuery, name: string, value: string): void {
  const earlier = query[name];
  if (earlier === undefined) query[name] = value;
  else if (typeof earlier === 'string') query[name] = [earlier, value];
  else earlier.push(value);
}

function decode(text: string, name?: string): string {
  if (!text.includes('%') && !text.includes('+')) return text;
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    const where = name === undefined ? 'A query parameter name' : `The query parameter "${name}"`;
    throw new ApiError('bad_request', `${where} has malformed percent-encoding.`);
  }
}
