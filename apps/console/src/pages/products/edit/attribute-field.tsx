import { ColorInput, MultiSelect, NativeSelect, NumberInput, Select, Textarea, TextInput } from '@mantine/core';
import type { GetInputPropsReturnType } from '@mantine/form';
import type { Attribute } from '@product-content/contract';

const yesNo = [
  { value: '', label: '' },
  { value: 'true', label: 'yes' },
  { value: 'false', label: 'no' },
];

export interface AttributeFieldProps {
  readonly attribute: Attribute;
  readonly form: { readonly getInputProps: (path: string) => GetInputPropsReturnType };
  /** The path of its value in the form: `attributes.color`, `translations.de.attributes.color`. */
  readonly path: string;
}

/** The input that fits the type of an attribute. */
export function AttributeField({ attribute, form, path }: AttributeFieldProps) {
  const { type, label, unit, required, options } = attribute;
  const props = form.getInputProps(path);
  const value = props.value ?? '';
  const common = {
    ...props,
    value,
    label: unit === null ? label : `${label} (${unit})`,
    withAsterisk: required,
  };
  const choices = options.map((option) => ({ value: option.code, label: option.label }));
  switch (type) {
    case 'integer':
    case 'decimal':
      return <NumberInput {...common} allowDecimal={type === 'decimal'} />;
    case 'boolean':
      return (
        <NativeSelect
          {...common}
          data={yesNo}
          value={String(value)}
          onChange={({ currentTarget: { value: chosen } }) => props.onChange(chosen === '' ? null : chosen === 'true')}
        />
      );
    case 'select':
      return <Select {...common} value={value || null} data={choices} clearable searchable />;
    case 'multiselect':
      return <MultiSelect {...common} value={value === '' ? [] : value} data={choices} clearable searchable />;
    case 'textarea':
    case 'richtext':
      return <Textarea {...common} autosize minRows={2} />;
    case 'color':
      return <ColorInput {...common} />;
    case 'date':
      return <TextInput {...common} type="date" />;
    default:
      return <TextInput {...common} type={type === 'url' ? 'url' : 'text'} />;
  }
}
