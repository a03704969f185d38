import { FieldProblems, type RequestContext } from '../../../kernel/index.ts';

/** Text by locale; none is empty. */
export type Labels = Readonly<Record<string, string>>;

/** The texts of a category or collection in one locale; none is empty. */
export interface NamedText {
  readonly name?: string;
  readonly description?: string;
}

export type NamedTranslations = Readonly<Record<string, NamedText>>;

/** The available locales, the path of the input, and the problems found so far. */
export interface LocaleScope {
  readonly workspace: RequestContext['workspace'];
  readonly problems: FieldProblems;
  readonly path: string;
}

/** Labels after an input is applied: merged per locale; null or an empty text removes one. */
export function mergeLabels(
  before: Labels,
  input: Readonly<Record<string, string | null>> | undefined,
  scope: LocaleScope,
): Labels {
  return mergeByLocale(before, input, scope, (_, text) => (text === '' ? null : text));
}

/**
 * Translations after an input is applied: merged per locale and field; null removes a locale, an empty text removes a
 * field.
 *
 * @throws ApiError `validation_failed` at `translations.<locale>` for a locale the workspace does not have.
 */
export function readTranslations(
  { workspace }: RequestContext,
  before: NamedTranslations,
  input: Readonly<Record<string, NamedText | null>> | undefined,
): NamedTranslations {
  const problems = new FieldProblems();
  const translations = mergeByLocale(before, input, { workspace, problems, path: 'translations' }, (known, sent) => {
    const texts = Object.entries({ ...known, ...sent }).filter(([, text]) => text !== undefined && text !== '');
    return texts.length === 0 ? null : Object.fromEntries(texts);
  });
  problems.throwIfAny();
  return translations;
}

function mergeByLocale<T>(
  before: Readonly<Record<string, T>>,
  input: Readonly<Record<string, T | null>> | undefined,
  { workspace, problems, path }: LocaleScope,
  merge: (known: T | undefined, sent: T) => T | null,
): Readonly<Record<string, T>> {
  const merged = new Map(Object.entries(before));
  for (const [locale, sent] of Object.entries(input ?? {})) {
    const value = sent === null ? null : merge(merged.get(locale), sent);
    if (value === null) merged.delete(locale);
    else if (workspace.locales.includes(locale)) merged.set(locale, value);
    else problems.add(`${path}.${locale}`, `The workspace has no locale "${locale}".`);
  }
  return Object.fromEntries([...merged].sort(([a], [b]) => (a < b ? -1 : 1)));
}
