import { Text } from '@mantine/core';
import { modals } from '@mantine/modals';

export interface ConfirmOptions {
  /** A question: `Revoke the key "CI"?` */
  readonly title: string;
  /** What follows from it. */
  readonly consequence: string;
  /** The verb of the title: `Revoke`. */
  readonly confirm: string;
  readonly onConfirm: () => void;
}

/** Asks before something that cannot be undone. What can be undone is done at once, with `notifyUndo`. */
export function confirm({ title, consequence, confirm: label, onConfirm }: ConfirmOptions): void {
  modals.openConfirmModal({
    title,
    children: <Text>{consequence}</Text>,
    labels: { confirm: label, cancel: 'Cancel' },
    confirmProps: { color: 'red.9' },
    onConfirm,
  });
}
