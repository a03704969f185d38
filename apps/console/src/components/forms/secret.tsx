import { Alert, Button, Code, Group, Text } from '@mantine/core';
import { KeyIcon } from '@primer/octicons-react';
import { CopyButton } from './copy-button.tsx';

export interface SecretProps {
  /** `secret of https://shop.example.com/hooks` */
  readonly what: string;
  readonly text: string;
  readonly onDone: () => void;
}

/** A secret that the server shows only once. */
export function Secret({ what, text, onDone }: SecretProps) {
  return (
    <Alert color="green" variant="outline" icon={<KeyIcon />} title={`The ${what}`}>
      <Text size="sm" mb="sm">
        Store it now: it is not shown again.
      </Text>
      <Group gap="sm">
        <Code className="secret">{text}</Code>
        <CopyButton text={text} what={what} />
        <Button size="compact-sm" variant="default" onClick={onDone}>
          I have stored it
        </Button>
      </Group>
    </Alert>
  );
}
