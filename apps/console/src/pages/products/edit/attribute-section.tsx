import { SimpleGrid, Text } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { Attribute } from '@product-content/contract';
import { useRead } from '../../../api/use-read.ts';
import { AddAttribute } from '../../../components/forms/add-attribute.tsx';
import { Section } from '../../../components/page/page.tsx';
import { AttributeField } from './attribute-field.tsx';
import type { ProductValues } from './product-values.ts';

export interface EditableAttributes {
  /** Those whose values differ by language. */
  readonly localized: readonly Attribute[];
  readonly shared: readonly Attribute[];
  /** Those that can be added. */
  readonly others: readonly Attribute[];
}

/** The attributes of the category and those with a value. @param definitions all attributes of the workspace. */
export function useEditableAttributes(
  form: UseFormReturnType<ProductValues>,
  definitions: readonly Attribute[],
): EditableAttributes {
  const { category, attributes } = form.getValues();
  const effective = useRead(
    'categories.attributes',
    { params: { idOrCode: category ?? '' } },
    { enabled: category !== null, keepPrevious: true },
  );
  const brought = category === null ? [] : (effective.data?.body.data ?? []);
  const byCode = new Map<string, Attribute>(definitions.map((one) => [one.code, one]));
  // A category may require an attribute that its definition does not.
  for (const one of brought) byCode.set(one.code, one);
  const codes = new Set([...brought.map(({ code }) => code), ...Object.keys(attributes)]);
  const shown = [...codes].flatMap((code) => byCode.get(code) ?? []);
  return {
    localized: shown.filter(({ localizable }) => localizable),
    shared: shown.filter(({ localizable }) => !localizable),
    others: definitions.filter(({ code }) => !codes.has(code)),
  };
}

export interface AttributeSectionProps extends Pick<EditableAttributes, 'shared' | 'others'> {
  readonly form: UseFormReturnType<ProductValues>;
}

/** The attributes with one value for all languages, and a way to add any other one. */
export function AttributeSection({ form, shared, others }: AttributeSectionProps) {
  return (
    <Section
      title="Attributes"
      actions={
        others.length > 0 && (
          <AddAttribute attributes={others} onAdd={(code) => form.setFieldValue(`attributes.${code}`, '')} />
        )
      }
    >
      {shared.length === 0 ? (
        <Text c="dimmed">The category has no attributes.</Text>
      ) : (
        <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} spacing="md">
          {shared.map((attribute) => (
            <AttributeField
              key={attribute.id}
              attribute={attribute}
              form={form}
              path={`attributes.${attribute.code}`}
            />
          ))}
        </SimpleGrid>
      )}
    </Section>
  );
}
