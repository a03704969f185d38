import { Text } from '@mantine/core';
import { modals } from '@mantine/modals';

export interface ConfirmOptions {
  /** A question: `Revoke the key "CI"?` */
  readonly title: string;
  /** The consequences. */
  readonly consequence: string;
  /** The verb of the title: `Revoke`. */
  readonly confirm: string;
  readonly onConfirm: () => void;
}

/** Asks before an action that cannot be undone. Other actions run immediately, with `notifyUndo`. */
export function confirm({ title, consequence, confirm: label, onConfirm }: ConfirmOptions): void {
  modals.openConfirmModal({
    title,
    children: <Text>{consequence}</Text>,
    labels: { confirm: label, cancel: 'Cancel' },
    confirmProps: { color: 'red.9' },
    onConfirm,
  });
}
