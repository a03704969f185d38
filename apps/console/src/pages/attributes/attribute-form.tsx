import {
  ActionIcon,
  Button,
  Fieldset,
  Group,
  NumberInput,
  Select,
  SimpleGrid,
  Stack,
  Switch,
  TextInput,
} from '@mantine/core';
import { useForm } from '@mantine/form';
import { XIcon } from '@primer/octicons-react';
import { type Attribute, type AttributePatch, optionTypes, validationKeys } from '@product-content/contract';
import { useRead } from '../../api/use-read.ts';
import { useWrite } from '../../api/use-write.ts';
import { Form, stateOf } from '../../components/forms/form.tsx';
import { useOtherLocales } from '../../components/forms/translation-fields.tsx';
import { SortableList } from '../../components/records/sortable-list.tsx';

/** Rules whose value is a number. The values of the others (a pattern, schemes, dates) are texts. */
const numbers: ReadonlySet<string> = new Set(['minLength', 'maxLength', 'decimals', 'minItems', 'maxItems']);

const ruleLabels: Readonly<Record<string, string>> = {
  minLength: 'Minimum length',
  maxLength: 'Maximum length',
  pattern: 'Pattern (RE2)',
  min: 'Minimum',
  max: 'Maximum',
  decimals: 'Decimal places',
  minItems: 'Minimum number of options',
  maxItems: 'Maximum number of options',
};

interface Option {
  readonly code: string;
  readonly label: string;
  readonly labels: Readonly<Record<string, string>>;
}

/** The form for everything about an attribute that can be changed. */
export function AttributeForm({ attribute }: { readonly attribute: Attribute }) {
  const patch = useWrite('attributes.patch', { success: 'Attribute saved', showsProblem: true });
  const { type, label, labels, group, required, usableAsAxis, filterable, unit, options, validation } = attribute;
  const locales = useOtherLocales();
  const groups = useRead('attributeGroups.list', {});
  const hasOptions = optionTypes.includes(type);
  const rules = validationKeys[type].filter((key) => key in ruleLabels);
  const form = useForm({
    initialValues: {
      ...{ label, required, usableAsAxis, filterable, unit: unit ?? '', group: group?.id ?? null },
      labels: Object.fromEntries(locales.map((locale) => [locale, labels[locale] ?? ''])),
      options: options.map((option): Option => ({ code: option.code, label: option.label, labels: option.labels })),
      validation: validation as Readonly<Record<string, string | number>>,
    },
  });
  const { options: shown } = form.getValues();
  const setOptions = (next: readonly Option[]) => form.setFieldValue('options', [...next]);
  return (
    <Form
      {...stateOf(patch)}
      form={form}
      submit="Save attribute"
      onSubmit={(values) => patch.mutate({ params: { idOrCode: attribute.id }, body: toChange(values, hasOptions) })}
    >
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
        <TextInput label="Label" required {...form.getInputProps('label')} />
        {locales.map((locale) => (
          <TextInput
            key={locale}
            label={`Label (${locale})`}
            lang={locale}
            {...form.getInputProps(`labels.${locale}`)}
          />
        ))}
        <Select
          label="Group"
          placeholder="None"
          clearable
          data={(groups.data?.body.data ?? []).map((one) => ({ value: one.id, label: one.label }))}
          {...form.getInputProps('group')}
        />
        <TextInput label="Unit" placeholder="None" {...form.getInputProps('unit')} />
      </SimpleGrid>
      <Switch label="Required for completeness" {...form.getInputProps('required', { type: 'checkbox' })} />
      <Switch label="Products can be filtered by it" {...form.getInputProps('filterable', { type: 'checkbox' })} />
      <Switch label="Variants can differ by it" {...form.getInputProps('usableAsAxis', { type: 'checkbox' })} />
      {rules.length > 0 && (
        <Fieldset legend="Rules for values">
          <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
            {rules.map((rule) => {
              const isNumber = numbers.has(rule) || (type !== 'date' && (rule === 'min' || rule === 'max'));
              const Field = isNumber ? NumberInput : TextInput;
              return <Field key={rule} label={ruleLabels[rule]} {...form.getInputProps(`validation.${rule}`)} />;
            })}
          </SimpleGrid>
        </Fieldset>
      )}
      {hasOptions && (
        <Fieldset legend="Options">
          <Stack gap="md">
            <SortableList
              label="Options"
              items={shown.map((option, index) => ({ ...option, index }))}
              keyOf={({ index }) => String(index)}
              nameOf={({ label: name, code }) => name || code || 'the option'}
              onReorder={(next) => setOptions(next.map(({ index: _, ...option }) => option))}
            >
              {(option, index) => (
                <Group gap="sm" flex={1} wrap="nowrap">
                  <TextInput aria-label="Code" placeholder="Code" {...form.getInputProps(`options.${index}.code`)} />
                  <TextInput
                    flex={1}
                    aria-label="Label"
                    placeholder="Label"
                    {...form.getInputProps(`options.${index}.label`)}
                  />
                  <ActionIcon
                    variant="subtle"
                    color="gray"
                    aria-label={`Remove ${option.label || option.code || 'the option'}`}
                    onClick={() => form.removeListItem('options', index)}
                  >
                    <XIcon />
                  </ActionIcon>
                </Group>
              )}
            </SortableList>
            <Button
              variant="default"
              onClick={() => form.insertListItem('options', { code: '', label: '', labels: {} } satisfies Option)}
            >
              Add option
            </Button>
          </Stack>
        </Fieldset>
      )}
    </Form>
  );
}

interface Values {
  readonly label: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly group: string | null;
  readonly unit: string;
  readonly required: boolean;
  readonly usableAsAxis: boolean;
  readonly filterable: boolean;
  readonly options: readonly Option[];
  readonly validation: Readonly<Record<string, string | number>>;
}

function toChange({ unit, labels, options, validation, ...values }: Values, hasOptions: boolean): AttributePatch {
  const rules = Object.entries(validation).filter(([, value]) => value !== '');
  return {
    ...values,
    unit: unit || null,
    labels: withoutEmpty(labels),
    validation: Object.fromEntries(rules) as AttributePatch['validation'],
    ...(hasOptions && {
      options: options.map(({ code, label, labels: names }) => ({ code, ...(label && { label }), labels: names })),
    }),
  };
}

function withoutEmpty(texts: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== ''));
}
