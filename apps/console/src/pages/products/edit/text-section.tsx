import { NativeSelect, SimpleGrid, Stack, Textarea, TextInput, Title } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { Attribute } from '@product-content/contract';
import { Section } from '../../../components/page/page.tsx';
import { useSession } from '../../../session/session.ts';
import { AttributeField } from './attribute-field.tsx';
import { type ProductValues, textFields } from './product-values.ts';

export interface TextSectionProps {
  readonly form: UseFormReturnType<ProductValues>;
  /** Attributes whose values differ by language. */
  readonly attributes: readonly Attribute[];
  /** The other language being shown. */
  readonly locale: string | undefined;
  readonly onLocale: (locale: string) => void;
}

/** Texts in the default language, and beside them those in another one. */
export function TextSection({ form, attributes, locale, onLocale }: TextSectionProps) {
  const { locales, defaultLocale } = useSession().caller.workspace;
  const others = locales.filter((one) => one !== defaultLocale);
  const beside = locale !== undefined && others.includes(locale) ? locale : others[0];
  return (
    <Section
      title="Texts"
      actions={
        others.length > 1 && (
          <NativeSelect
            aria-label="Language beside"
            data={others}
            value={beside}
            onChange={({ currentTarget }) => onLocale(currentTarget.value)}
          />
        )
      }
    >
      <SimpleGrid cols={{ base: 1, sm: beside === undefined ? 1 : 2 }} spacing="xl">
        <Texts form={form} locale={defaultLocale} prefix="" attributes={attributes} />
        {beside !== undefined && (
          <Texts key={beside} form={form} locale={beside} prefix={`translations.${beside}.`} attributes={attributes} />
        )}
      </SimpleGrid>
    </Section>
  );
}

interface TextsProps extends Pick<TextSectionProps, 'form' | 'attributes'> {
  readonly locale: string;
  /** Prefix of the paths in the form. */
  readonly prefix: string;
}

function Texts({ form, locale, prefix, attributes }: TextsProps) {
  return (
    <Stack gap="md" role="group" aria-label={`Texts in ${locale}`}>
      <Title order={3}>{locale}</Title>
      {textFields.map((field) => {
        const Field = 'isLong' in field ? Textarea : TextInput;
        const path = `${prefix}${field.name}`;
        return (
          <Field
            key={path}
            label={field.label}
            lang={locale}
            {...('isLong' in field && { autosize: true, minRows: 2, maxRows: 16 })}
            {...form.getInputProps(path)}
          />
        );
      })}
      {attributes.map((attribute) => (
        <AttributeField
          key={attribute.id}
          attribute={attribute}
          form={form}
          path={prefix === '' ? `attributes.${attribute.code}` : `${prefix}attributes.${attribute.code}`}
        />
      ))}
    </Stack>
  );
}
