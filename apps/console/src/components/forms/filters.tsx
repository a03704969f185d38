import { Box, NativeSelect, TextInput } from '@mantine/core';
import { SearchIcon } from '@primer/octicons-react';
import { useEffect, useRef } from 'react';

export interface ChoiceFilterProps<Value extends string> {
  readonly label: string;
  /** Undefined: any. */
  readonly value: Value | undefined;
  readonly options: readonly (Value | { readonly value: Value; readonly label: string })[];
  readonly onChange: (value: Value | undefined) => void;
}

/** Narrows a list to one of several values. The native control works on every device and with the keyboard. */
export function ChoiceFilter<Value extends string>({ label, value, options, onChange }: ChoiceFilterProps<Value>) {
  const data = options.map((option) =>
    typeof option === 'string' ? { value: option, label: option.replaceAll('_', ' ') } : option,
  );
  return (
    <NativeSelect
      label={label}
      size="sm"
      value={value ?? ''}
      data={[{ value: '', label: 'any' }, ...data]}
      onChange={({ currentTarget }) => onChange(data.find((one) => one.value === currentTarget.value)?.value)}
    />
  );
}

export interface SearchFilterProps {
  readonly label: string;
  readonly value: string | undefined;
  readonly onSearch: (words: string | undefined) => void;
}

/** A search field, submitted with Enter. `/` moves the focus here. */
export function SearchFilter({ label, value, onSearch }: SearchFilterProps) {
  const input = useRef<HTMLInputElement>(null);
  // The address may change through the browser's history.
  useEffect(() => {
    if (input.current !== null) input.current.value = value ?? '';
  }, [value]);
  return (
    <Box component="search" flex="1 1 16rem" maw="28rem">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          onSearch(input.current?.value.trim() || undefined);
        }}
      >
        <TextInput
          ref={input}
          type="search"
          label={label}
          maxLength={200}
          defaultValue={value}
          leftSection={<SearchIcon />}
          data-search
        />
      </form>
    </Box>
  );
}
