import { Select } from '@mantine/core';
import type { Attribute } from '@product-content/contract';

export interface AddAttributeProps {
  /** Those that can be added. */
  readonly attributes: readonly Pick<Attribute, 'code' | 'label'>[];
  readonly onAdd: (code: string) => void;
}

/** Adds an attribute by its name; it is ready for the next one at once. */
export function AddAttribute({ attributes, onAdd }: AddAttributeProps) {
  return (
    <Select
      aria-label="Add an attribute"
      placeholder="Add an attribute"
      searchable
      value={null}
      data={attributes.map(({ code, label }) => ({ value: code, label }))}
      onChange={(code) => code !== null && onAdd(code)}
    />
  );
}
