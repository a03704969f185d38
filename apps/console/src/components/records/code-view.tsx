import { Box, Code } from '@mantine/core';
import { CopyButton } from '../forms/copy-button.tsx';

export interface CodeViewProps {
  /** Names it for screen readers and its copy button: `the response`. */
  readonly what: string;
  readonly text: string;
}

/** Text as it was sent: code, JSON, a response. It scrolls within itself. */
export function CodeView({ what, text }: CodeViewProps) {
  return (
    <Box className="code-view">
      <CopyButton text={text} what={what} className="code-view-copy" />
      <Code block tabIndex={0} aria-label={what} role="region">
        {text}
      </Code>
    </Box>
  );
}

/** Any value as indented JSON. */
export function JsonView({ what, value }: { readonly what: string; readonly value: unknown }) {
  return <CodeView what={what} text={JSON.stringify(value, null, 2)} />;
}
