import { Group, Stack, Text } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import { UploadIcon } from '@primer/octicons-react';

/** A place to drop or choose a file. The server detects its type from its content. */
export function FileDrop({ onFile }: { readonly onFile: (file: File) => void }) {
  return (
    <Dropzone
      multiple={false}
      onDrop={([file]) => file !== undefined && onFile(file)}
      inputProps={{ 'aria-label': 'File' }}
      className="file-drop"
    >
      <Group justify="center" gap="lg" mih={200} wrap="nowrap">
        <UploadIcon size={32} />
        <Stack gap="xs" maw="32rem">
          <Text fw={500}>Drop a file here, or choose one</Text>
          <Text size="sm" c="dimmed">
            CSV, TSV, XLSX, XML, JSON or NDJSON, also compressed with gzip. Exports of Shopify, WooCommerce, Magento,
            Akeneo, Medusa, Vendure and Google feeds are recognised.
          </Text>
        </Stack>
      </Group>
    </Dropzone>
  );
}
