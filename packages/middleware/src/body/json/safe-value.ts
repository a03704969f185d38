import { type FieldErrors, invalidFields, rootField } from '@contract-kit/http-spec';

/** Deepest nesting a body may have. */
export const maxDepth = 64;

/** Most problems reported at once. */
const maxProblems = 20;

/**
 * Refuses what databases and object merging cannot take: texts with NUL or lone surrogates, keys named
 * `__proto__`, and nesting deeper than {@link maxDepth}.
 *
 * @param options.texts false leaves texts and keys alone, when the source cannot contain such ones.
 * @throws ApiError `validation_failed` at the dotted paths.
 */
export function assertSafeValue(value: unknown, options: { texts: boolean }): void {
  const problems: Record<string, string> = Object.create(null);
  const path: string[] = [];

  function report(problem: string): void {
    if (Object.keys(problems).length < maxProblems)
      problems[path.length === 0 ? rootField : path.join('.')] ??= problem;
  }

  function visitMember(key: string, member: unknown): void {
    path.push(key);
    if (options.texts) {
      const problem = key === '__proto__' ? 'This key is reserved.' : textProblem(key);
      if (problem !== null) report(problem);
    }
    visit(member);
    path.pop();
  }

  function visit(node: unknown): void {
    if (typeof node === 'string') {
      const problem = options.texts ? textProblem(node) : null;
      if (problem !== null) report(problem);
    } else if (typeof node === 'object' && node !== null) {
      if (path.length >= maxDepth) report(`Nested deeper than ${maxDepth} levels.`);
      else for (const key of Object.keys(node)) visitMember(key, (node as Record<string, unknown>)[key]);
    }
  }

  visit(value);
  if (Object.keys(problems).length > 0) throw invalidFields({ ...problems } satisfies FieldErrors);
}

/** Why a text cannot be stored, or null when it can. */
export function textProblem(text: string): string | null {
  if (text.includes('\0')) return 'Must not contain NUL characters.';
  return text.isWellFormed() ? null : 'Must not contain lone surrogates.';
}
