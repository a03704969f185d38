import {
  type AttributeValue,
  type AttributeValues,
  limits,
  type ProductInput,
  type Translation,
} from '@product-content/contract';
import { type AttributeDefinition, checkAttributeValue } from '../../catalog/index.ts';
import type { MergeScope } from './merge-scope.ts';

type AttributesInput = NonNullable<ProductInput['attributes']>;
type TranslationsInput = NonNullable<ProductInput['translations']>;
type TranslationInput = NonNullable<TranslationsInput[string]>;

/**
 * Merges attribute values: null removes one. Only values in the input are checked, so that a definition that became
 * narrower does not block changes to other fields.
 *
 * @param path of the values in the body.
 * @param localized true for the values of a translation, which only localizable attributes have.
 */
export function mergeAttributes(
  before: AttributeValues,
  input: AttributesInput,
  path: string,
  localized: boolean,
  scope: MergeScope,
): AttributeValues {
  const after: AttributeValues = { ...before };
  for (const [code, value] of Object.entries(input)) {
    if (!isValid(code, value, `${path}.${code}`, localized, scope)) continue;
    if (value === null) delete after[code];
    else after[code] = value;
  }
  const count = Object.keys(after).length;
  if (count > limits.productAttributes && count > Object.keys(before).length) {
    scope.problems.add(path, `Must have at most ${limits.productAttributes} values.`);
  }
  return after;
}

function isValid(
  code: string,
  value: AttributeValue | null,
  path: string,
  localized: boolean,
  scope: MergeScope,
): boolean {
  const problem = valueProblem(scope.catalog.attribute(code), value, localized, scope);
  if (problem !== null) scope.problems.add(path, problem);
  return problem === null;
}

function valueProblem(
  definition: AttributeDefinition | undefined,
  value: AttributeValue | null,
  localized: boolean,
  { match }: MergeScope,
): string | null {
  if (definition === undefined) return 'No such attribute exists.';
  if (localized && !definition.localizable) return 'Only localizable attributes have values by locale.';
  return value === null ? null : checkAttributeValue(definition, value, match);
}

/** Merges translations per locale: null removes a locale, an empty string or null clears a field. */
export function mergeTranslations(
  before: Readonly<Record<string, Translation>>,
  input: TranslationsInput,
  scope: MergeScope,
): Record<string, Translation> {
  const after = { ...before };
  for (const [locale, translation] of Object.entries(input)) {
    if (!scope.workspace.locales.includes(locale)) {
      scope.problems.add(
        `translations.${locale}`,
        `Not a locale of the workspace: ${scope.workspace.locales.join(', ')}.`,
      );
      continue;
    }
    const merged = translation === null ? {} : mergeTranslation(before[locale] ?? {}, translation, locale, scope);
    if (Object.keys(merged).length === 0) delete after[locale];
    else after[locale] = merged;
  }
  return after;
}

function mergeTranslation(
  before: Translation,
  input: TranslationInput,
  locale: string,
  scope: MergeScope,
): Translation {
  const { attributes, ...texts } = input;
  const after: Record<string, unknown> = { ...before };
  for (const [field, value] of Object.entries(texts)) {
    if (value === undefined) continue;
    if (value === null || value.length === 0) delete after[field];
    else after[field] = value;
  }
  if (attributes !== undefined) {
    const path = `translations.${locale}.attributes`;
    const merged = mergeAttributes(before.attributes ?? {}, attributes, path, true, scope);
    if (Object.keys(merged).length === 0) delete after.attributes;
    else after.attributes = merged;
  }
  return after as Translation;
}
