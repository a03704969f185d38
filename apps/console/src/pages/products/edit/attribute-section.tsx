import { Select, SimpleGrid, Text } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { Attribute } from '@product-content/contract';
import { useRead } from '../../../api/use-read.ts';
import { Section } from '../../../components/page/page.tsx';
import { AttributeField } from './attribute-field.tsx';
import type { ProductValues } from './product-values.ts';

export interface AttributeSectionProps {
  readonly form: UseFormReturnType<ProductValues>;
  /** All attributes of the workspace. */
  readonly definitions: readonly Attribute[];
}

/** The attributes of the category, those with a value, and a way to add any other one. */
export function AttributeSection({ form, definitions }: AttributeSectionProps) {
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
  const shown = [...codes].flatMap((code) => byCode.get(code) ?? []).filter(({ localizable }) => !localizable);
  const others = definitions.filter(({ code, localizable }) => !localizable && !codes.has(code));
  return (
    <Section
      title="Attributes"
      actions={
        others.length > 0 && (
          <Select
            aria-label="Add an attribute"
            placeholder="Add an attribute"
            searchable
            value={null}
            data={others.map(({ code, label }) => ({ value: code, label }))}
            onChange={(code) => code !== null && form.setFieldValue(`attributes.${code}`, '')}
          />
        )
      }
    >
      {shown.length === 0 ? (
        <Text c="dimmed">The category brings no attributes.</Text>
      ) : (
        <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} spacing="md">
          {shown.map((attribute) => (
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
