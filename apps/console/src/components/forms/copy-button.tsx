import { Button, type ButtonProps, CopyButton as Copy } from '@mantine/core';
import { CheckIcon, CopyIcon } from '@primer/octicons-react';

export interface CopyButtonProps extends ButtonProps {
  readonly text: string;
  /** What is copied, for screen readers: `the CSV feed address`. */
  readonly what: string;
  /** Default `Copy`. */
  readonly label?: string;
}

/** Copies a text to the clipboard. */
export function CopyButton({ text, what, label = 'Copy', ...button }: CopyButtonProps) {
  return (
    <Copy value={text}>
      {({ copied, copy }) => (
        <Button
          variant="default"
          size="compact-sm"
          leftSection={copied ? <CheckIcon /> : <CopyIcon />}
          aria-label={`${copied ? 'Copied' : label} ${what}`}
          onClick={copy}
          {...button}
        >
          {copied ? 'Copied' : label}
        </Button>
      )}
    </Copy>
  );
}
