import { Button } from '@mantine/core';
import { type ConfirmOptions, confirm } from './confirm.tsx';

/** Deletes the record of a page, after a question. */
export function DeleteButton(question: Omit<ConfirmOptions, 'confirm'>) {
  return (
    <Button variant="default" onClick={() => confirm({ ...question, confirm: 'Delete' })}>
      Delete
    </Button>
  );
}
