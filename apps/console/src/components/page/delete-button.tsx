import { Button } from '@mantine/core';
import { type LinkProps, useNavigate } from '@tanstack/react-router';
import type { InputOf, OperationId } from '../../api/operations.ts';
import { useWrite } from '../../api/use-write.ts';
import { confirm } from './confirm.tsx';

export interface DeleteButtonProps<Id extends OperationId> {
  readonly operation: Id;
  readonly input: InputOf<Id>;
  /** `the collection "Summer"`. */
  readonly what: string;
  /** What happens to other records. */
  readonly consequence: string;
  /** The address of the list, which is shown afterwards. */
  readonly list: LinkProps['to'];
}

/** Deletes the record of a page, after a question, and opens its list. */
export function DeleteButton<Id extends OperationId>({
  operation,
  input,
  what,
  consequence,
  list,
}: DeleteButtonProps<Id>) {
  const navigate = useNavigate();
  const remove = useWrite(operation, {
    success: `Deleted ${what}`,
    onSuccess: () => navigate({ to: list }),
  });
  return (
    <Button
      variant="default"
      loading={remove.isPending}
      onClick={() =>
        confirm({
          title: `Delete ${what}?`,
          consequence,
          confirm: 'Delete',
          onConfirm: () => remove.mutate(input),
        })
      }
    >
      Delete
    </Button>
  );
}
