import { TextInput } from '@mantine/core';
import type { GetInputPropsReturnType } from '@mantine/form';

/** The code of a new record of the catalog. */
export function CodeInput(props: GetInputPropsReturnType) {
  return (
    <TextInput label="Code" required description="Letters, digits, - and _. It cannot be changed later." {...props} />
  );
}
