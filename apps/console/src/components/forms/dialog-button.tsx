import { Button, type ButtonProps, Modal, type ModalProps } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { ReactNode } from 'react';

export interface DialogButtonProps extends Omit<ButtonProps, 'children'> {
  /** The label of the button, and the title of the dialog. */
  readonly label: string;
  readonly dialogSize?: ModalProps['size'];
  /** The content of the dialog; it may close it. */
  readonly children: (close: () => void) => ReactNode;
}

/** A button that opens a dialog, such as a form for a new record. */
export function DialogButton({ label, dialogSize = 'lg', children, ...button }: DialogButtonProps) {
  const [isOpen, { open, close }] = useDisclosure(false);
  return (
    <>
      <Button {...button} onClick={open}>
        {label}
      </Button>
      <Modal opened={isOpen} onClose={close} size={dialogSize} title={label}>
        {children(close)}
      </Modal>
    </>
  );
}
