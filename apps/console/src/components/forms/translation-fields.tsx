import { Fieldset, SimpleGrid, Stack, Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useSession } from '../../session/session.ts';

/** Texts by field, for each language. */
export type Translations = Readonly<Record<string, Readonly<Record<string, string>>>>;

export interface TranslatedField {
  readonly name: string;
  readonly label: string;
  readonly isLong?: boolean;
}

/** The texts of categories and collections. */
export const nameAndDescription: readonly TranslatedField[] = [
  { name: 'name', label: 'Name' },
  { name: 'description', label: 'Description', isLong: true },
];

/** The languages of the workspace except the default one. */
export function useOtherLocales(): readonly string[] {
  const { locales, defaultLocale } = useSession().caller.workspace;
  return locales.filter((locale) => locale !== defaultLocale);
}

/** The form values of `translations`: a text for each field in each language, empty if there is none. */
export function toTranslations(
  stored: Readonly<Record<string, object>>,
  locales: readonly string[],
  fields: readonly TranslatedField[],
): Translations {
  return Object.fromEntries(
    locales.map((locale) => {
      const texts = (stored[locale] ?? {}) as Readonly<Record<string, string | null | undefined>>;
      return [locale, Object.fromEntries(fields.map(({ name }) => [name, texts[name] ?? '']))];
    }),
  );
}

export interface TranslationFieldsProps<Values extends { translations: Translations }> {
  readonly form: UseFormReturnType<Values>;
  readonly fields: readonly TranslatedField[];
}

/** Fields for the texts of a record in the other languages. Empty text removes the translation. */
export function TranslationFields<Values extends { translations: Translations }>({
  form,
  fields,
}: TranslationFieldsProps<Values>) {
  const locales = useOtherLocales();
  if (locales.length === 0) return null;
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
      {locales.map((locale) => (
        <Fieldset key={locale} legend={locale}>
          <Stack gap="sm">
            {fields.map(({ name, label, isLong }) => {
              const Field = isLong ? Textarea : TextInput;
              return (
                <Field
                  key={name}
                  label={label}
                  lang={locale}
                  {...(isLong && { autosize: true, minRows: 2 })}
                  {...form.getInputProps(`translations.${locale}.${name}`)}
                />
              );
            })}
          </Stack>
        </Fieldset>
      ))}
    </SimpleGrid>
  );
}
