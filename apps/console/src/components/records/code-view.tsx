import { Box, Code } from '@mantine/core';
import { CopyButton } from '../forms/copy-button.tsx';

export interface CodeViewProps {
  /** The name for screen readers and the copy button: `the response`. */
  readonly what: string;
  readonly text: string;
}

/** Code, JSON or a response, shown literally. It scrolls independently. */
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
