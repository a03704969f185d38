import { type ApiError, invalidFields, rootField } from '@contract-kit/http-spec';

/** Deepest nesting of a value that no scan has bounded. */
const maxDepth = 64;

/** Maximum number of problems reported at once. */
const maxProblems = 20;

/**
 * NUL and lone surrogates reach a JSON value only through `\u` escapes, because raw ones are refused by the grammar and
 * by UTF-8.
 */
export function mayHoldUnsafeText(json: string): boolean {
  return json.includes('\\u') || json.includes('__proto__');
}

/** @throws ApiError what {@link unsafeValue} returns. */
export function assertSafeValue(value: unknown): void {
  const problem = unsafeValue(value);
  if (problem !== null) throw problem;
}

/**
 * Finds values that break databases or object merging: texts with NUL or lone surrogates, keys named `__proto__`, and
 * nesting deeper than 64 levels.
 *
 * @returns ApiError `validation_failed` at the dotted paths; null when there are none.
 */
export function unsafeValue(value: unknown): ApiError | null {
  const problems: Record<string, string> = Object.create(null);
  const path: string[] = [];
  let count = 0;

  function report(problem: string): void {
    const name = path.length === 0 ? rootField : path.join('.');
    if (problems[name] !== undefined) return;
    problems[name] = problem;
    count += 1;
  }

  function visitMember(key: string, member: unknown): void {
    path.push(key);
    const problem = key === '__proto__' ? 'This key is reserved.' : textProblem(key);
    if (problem !== null) report(problem);
    visit(member);
    path.pop();
  }

  function visit(node: unknown): void {
    if (count >= maxProblems) return;
    if (typeof node === 'string') {
      const problem = textProblem(node);
      if (problem !== null) report(problem);
    } else if (typeof node === 'object' && node !== null) {
      if (path.length >= maxDepth) report(`Nested deeper than ${maxDepth} levels.`);
      else for (const key of Object.keys(node)) visitMember(key, (node as Record<string, unknown>)[key]);
    }
  }

  visit(value);
  return count === 0 ? null : invalidFields({ ...problems });
}

/** Why a text cannot be stored, or null when it can. */
export function textProblem(text: string): string | null {
  if (text.includes('\0')) return 'Must not contain NUL characters.';
  return text.isWellFormed() ? null : 'Must not contain lone surrogates.';
}
